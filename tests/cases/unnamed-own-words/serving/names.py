"""Names and their parts."""


def join(parent: str, child: str) -> str:
    return f"{parent}.{child}" if parent else child
