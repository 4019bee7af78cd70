"""How fast is the head with a config, and without?"""

import time

from forum.config import ChatConfig, ForumConfig, shared_head
from forum.head import ModerationConfig, QuantizationConfig


def configs() -> list:
    plan = QuantizationConfig(bits=4)
    return [
        ForumConfig(head=ModerationConfig(quantize_head=True), quantization_config=plan),
        ForumConfig(head=ModerationConfig(labels=50), quantization_config=plan),
        ForumConfig.with_head(1024, ModerationConfig(labels=9)),
        ForumConfig(head=shared_head(labels=3)),
        ForumConfig.from_poll(4),
        ChatConfig(),
    ]


def main() -> None:
    for config in configs():
        start = time.perf_counter()
        config.head.build(config.width, config.quantization_config)
        print(type(config).__name__, time.perf_counter() - start)


if __name__ == "__main__":
    main()
