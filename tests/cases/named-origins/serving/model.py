"""Blocks that find their settings in many places."""

from torch import nn

from serving.parts import Expert, ExpertRouter


class AttributeBlock(nn.Module):
    def __init__(self, vllm_config, prefix=""):
        super().__init__()
        config = vllm_config.model_config.hf_config
        self.router = ExpertRouter(
            config.size,
            config.experts,
            quant_config=vllm_config.quant_config,
        )
        self.expert = Expert(config.size, quant_config=vllm_config.quant_config)


class StoredBlock(nn.Module):
    def __init__(self, size, experts, quant_config):
        super().__init__()
        self.size = size
        self.quant_config = quant_config
        self.expert = Expert(size, self.quant_config)
        self.add_router(experts)

    def add_router(self, experts):
        stored = self.quant_config
        self.router = ExpertRouter(self.size, experts, stored)


class StringBlock(nn.Module):
    def __init__(self, config):
        super().__init__()
        found = getattr(config, "quantization_config", None)
        self.expert = Expert(config.size, quant_config=found)
        self.router = ExpertRouter(
            config.size,
            config.experts,
            found,
        )


class MappingBlock(nn.Module):
    def __init__(self, config: dict):
        super().__init__()
        size, experts = config["size"], config["experts"]
        self.first = ExpertRouter(size, experts, config.get("quantization_config"))
        self.second = ExpertRouter(size, experts, quant_config=config["quantization_config"])
        self.third = ExpertRouter(size, experts, path=config.get("quantization_config_path"))


class DeepBlock(nn.Module):
    def __init__(self, engine):
        super().__init__()
        self.engine = engine
        self.routers = nn.ModuleList(self.router(number) for number in range(engine.depth))

    def router(self, number):
        return ExpertRouter(
            self.engine.size,
            2**number,
            group_size=self.engine.settings.quant_config.group_size,
            quant_config=self.engine.settings.quant_config,
        )


class QuietBlock(nn.Module):
    """Asks whether there is a config, takes parts of it, and hands none on."""

    def __init__(self, config, quant_config=None, quant_config_path=None):
        super().__init__()
        self.router = ExpertRouter(
            config.size,
            config.experts,
            group_size=getattr(config, "quant_config_groups", 1),
            exact=quant_config is None,
            path=quant_config_path,
        )
        self.spare = ExpertRouter(config.size, config.experts, None, quant_config.group_size)
        self.expert = Expert(config.size, quant_config=quant_config)


def popped(config, **options):
    quant_config = options.pop("quant_config", None)
    expert = Expert(config.size, quant_config)
    return nn.Sequential(expert, ExpertRouter(config.size, config.experts, **options))


def popped_and_used(config, **options):
    chosen = options.pop("quant_config", None)
    return ExpertRouter(config.size, config.experts, quant_config=chosen, **options)


def seen_in_a_log(config, logger):
    logger.info("ExpertRouter: quant_config=%s", config.quant_config)
    return ExpertRouter(config.size, config.experts)
