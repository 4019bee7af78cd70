"""What the microphone's settings build."""

from dataclasses import asdict, dataclass

from edge.front import Beamformer, Counter, Denoise, EdgeFormat, Meter, WakeWord


class Chain:
    """Runs its parts one after the other, whatever they are."""

    def __init__(self, *parts) -> None:
        self.parts = parts

    def __call__(self, sound):
        for part in self.parts:
            sound = part(sound)
        return sound


@dataclass
class MicConfig:
    size: int = 16
    narrow_front: bool = False

    def build(self, edge_format: EdgeFormat | None = None) -> "Chain":
        own = edge_format if self.narrow_front else None
        beam = Beamformer(self.size, own)
        return Chain(beam, Denoise(self.size, edge_format), WakeWord(self.size, own))

    def unasked(self, edge_format: EdgeFormat | None = None) -> "Chain":
        return Chain(
            Beamformer(self.size, edge_format),
            Denoise(self.size, edge_format),
            WakeWord(self.size, edge_format=edge_format),
        )

    def named(self) -> Beamformer:
        return Beamformer(self.size, narrow_front=self.narrow_front)

    def splatted(self) -> Beamformer:
        return Beamformer(**asdict(self))

    def woken(self) -> WakeWord:
        return WakeWord(
            **asdict(self),
        )

    def denoised(self) -> Denoise:
        return Denoise(self.size, None, narrow_front=self.narrow_front)

    def metered(self) -> Meter:
        return Meter(self.size, None, narrow_front=self.narrow_front)

    def counted(self) -> Counter:
        return Counter(**asdict(self))

    def plain(self) -> Beamformer:
        return Beamformer(self.size, None)
