"""What runs on the microphone array, without torch."""


class ArrayLayer:
    def __init__(self, channels: int) -> None:
        self.channels = channels

    def __call__(self, sound):
        return sound
