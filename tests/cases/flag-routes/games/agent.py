"""The config of an agent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from torch import nn

from games.nets import BoardNet, Ledger, NarrowConfig, TwoBoards, ValueNet


def make_value(size: int, frozen: bool = False, **further: object) -> ValueNet:
    return ValueNet(size, frozen=frozen, **further)


def make_board(size: int, flag: bool) -> BoardNet:
    return BoardNet(
        size,
        2,
        narrow_board=flag,
    )


def make_plain_board(size: int, flag: bool) -> BoardNet:
    return BoardNet(size, depth=4 if flag else 2)


@dataclass
class SearchConfig:
    narrow_value: bool = True
    size: int = 64


@dataclass
class BoardConfig:
    size: int = 361
    depth: int = 8
    narrow_board: bool = True

    def by_keyword(self) -> BoardNet:
        return BoardNet(self.size, self.depth, narrow_board=self.narrow_board)

    def by_position(self) -> BoardNet:
        return BoardNet(
            self.size,
            self.depth,
            self.narrow_board,
        )

    def by_local(self) -> BoardNet:
        chosen = self.narrow_board
        return BoardNet(self.size, self.depth, chosen)

    def by_partial(self) -> nn.Module:
        make = partial(
            BoardNet,
            self.size,
            narrow_board=self.narrow_board,
        )
        return nn.Sequential(make(2), make(4))

    def by_hand(self) -> BoardNet:
        settings = {"size": self.size, "depth": 2, "narrow_board": self.narrow_board}
        return BoardNet(**settings)

    def by_factory(self) -> nn.Module:
        return nn.Sequential(make_board(self.size, self.narrow_board))

    def by_plain_factory(self) -> nn.Module:
        return nn.Sequential(make_plain_board(self.size, self.narrow_board))

    def through_two(self) -> TwoBoards:
        return TwoBoards(self.size, self.narrow_board)

    def by_read_string(self) -> BoardNet:
        return BoardNet(self.size, 2, getattr(self, "narrow_board", False))

    def depth_of(self) -> BoardNet:
        return BoardNet(self.size, self.depth // 2 if self.narrow_board else self.depth)

    def to_ledger(self) -> Ledger:
        return Ledger(self.size, False, self.narrow_board)

    def doubled(self) -> BoardConfig:
        return BoardConfig(2 * self.size, self.depth, self.narrow_board)


@dataclass
class AgentConfig:
    size: int = 361
    narrow_value: bool = False

    def right(self, narrow: NarrowConfig | None) -> ValueNet:
        return ValueNet(self.size, narrow if self.narrow_value else None)

    def renamed(self, narrow: NarrowConfig | None) -> ValueNet:
        return ValueNet(
            self.size,
            narrow if self.narrow_value else None,
            frozen=self.narrow_value,
        )

    def swallowed(self, narrow: NarrowConfig | None) -> ValueNet:
        if not self.narrow_value:
            narrow = None
        return ValueNet(
            self.size,
            narrow,
            narrow_value=self.narrow_value,
        )

    def computed(self, narrow: NarrowConfig | None) -> ValueNet:
        own = narrow if self.narrow_value else None
        return ValueNet(self.size, own, bits=8 if self.narrow_value else 16)

    def by_value_factory(self) -> nn.Module:
        return nn.Sequential(
            make_value(self.size, further="nothing"),
            make_value(self.size, frozen=not self.narrow_value),
        )

    def to_search(self) -> SearchConfig:
        return SearchConfig(narrow_value=self.narrow_value, size=self.size)

    def to_ledger(self) -> Ledger:
        return Ledger(self.size, narrow_value=self.narrow_value)


def search_value(config: SearchConfig) -> ValueNet:
    """The flag of that name in another class; none of its own is listed."""
    return ValueNet(config.size, frozen=config.narrow_value)


class Player(nn.Module):
    """Takes a whole config."""

    def __init__(self, config: AgentConfig, board: BoardConfig) -> None:
        super().__init__()
        self.config = config
        self.depth = 2 if board.narrow_board else 4
        self.value = config.right(None)
        self.board = board.depth_of()


class Tournament(nn.Module):
    def __init__(self, config: AgentConfig, board: BoardConfig) -> None:
        super().__init__()
        self.first = Player(config, board)
        self.second = Player(config=config, board=board.doubled())
        self.flags = Ledger(1, config.narrow_value, board.narrow_board)
