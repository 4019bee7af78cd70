"""The excluded branch."""

from __future__ import annotations

from torch import nn

from maps3d.base import DepthRegressor, FarDepthRegressor, MapConfig, Regressor, SparseFp8


class PoseRegressor(Regressor):
    @classmethod
    def small(cls, config: MapConfig) -> Regressor:
        return cls(config.size // 2, 6, None)

    def refined(self, config: MapConfig) -> Regressor:
        return type(self)(self.size, self.outputs, config.sparse_fp8)

    def repeated(self, count: int, config: MapConfig) -> nn.ModuleList:
        return nn.ModuleList(
            self.__class__(self.size, sparse_fp8=config.sparse_fp8)
            for _ in range(count)
        )

    def plain(self) -> Regressor:
        return type(self)(self.size, self.outputs)


class CameraRegressor(PoseRegressor):
    def __init__(self, size: int, outputs: int = 7, sparse_fp8: SparseFp8 | None = None) -> None:
        super().__init__(size, outputs, sparse_fp8)
        self.focal = nn.Linear(size, 1)

    @classmethod
    def from_config(cls, config: MapConfig) -> Regressor:
        camera = super().from_config(config)
        camera.outputs = 7
        return camera


class LidarRegressor(PoseRegressor):
    @classmethod
    def from_config(cls, config: MapConfig) -> Regressor:
        return cls(config.size, 6)

    @classmethod
    def dense(cls, config: MapConfig) -> Regressor:
        return LidarRegressor(config.size, 12, config.sparse_fp8)


class Mapper(nn.Module):
    def __init__(self, config: MapConfig) -> None:
        super().__init__()
        self.depth = DepthRegressor.from_config(config)
        self.far = FarDepthRegressor.tiny(config).doubled(config)
        self.small_depth = DepthRegressor.small(config)
        self.pose = PoseRegressor.from_config(config)
        self.small_pose = PoseRegressor.small(config)
        self.camera = CameraRegressor.from_config(config)
        self.lidar = LidarRegressor.from_config(config)
        self.small_lidar = LidarRegressor.small(config)
        self.wide_depth = DepthRegressor.several(config)
        self.wide_pose = PoseRegressor.several(config)
