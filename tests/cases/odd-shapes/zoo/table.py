"""Was written by a program."""

from torch import nn

from zoo.schicht import BildSchicht, GewichtsFormat, ZählerSchicht

ARTEN = {
    "art_0000": (0, 0, "fp8_größe", True),
    "art_0001": (1, 7, "fp8_größe", False),
    "art_0002": (2, 14, "fp8_größe", False),
    "art_0003": (3, 21, "fp8_größe", True),
    "art_0004": (4, 28, "fp8_größe", False),
    "art_0005": (5, 35, "fp8_größe", False),
    "art_0006": (6, 42, "fp8_größe", True),
    "art_0007": (7, 49, "fp8_größe", False),
    "art_0008": (8, 56, "fp8_größe", False),
    "art_0009": (9, 63, "fp8_größe", True),
    "art_0010": (10, 70, "fp8_größe", False),
    "art_0011": (11, 77, "fp8_größe", False),
    "art_0012": (12, 84, "fp8_größe", True),
    "art_0013": (13, 91, "fp8_größe", False),
    "art_0014": (14, 98, "fp8_größe", False),
    "art_0015": (15, 4, "fp8_größe", True),
    "art_0016": (16, 11, "fp8_größe", False),
    "art_0017": (17, 18, "fp8_größe", False),
    "art_0018": (18, 25, "fp8_größe", True),
    "art_0019": (19, 32, "fp8_größe", False),
    "art_0020": (20, 39, "fp8_größe", False),
    "art_0021": (21, 46, "fp8_größe", True),
    "art_0022": (22, 53, "fp8_größe", False),
    "art_0023": (23, 60, "fp8_größe", False),
    "art_0024": (24, 67, "fp8_größe", True),
    "art_0025": (25, 74, "fp8_größe", False),
    "art_0026": (26, 81, "fp8_größe", False),
    "art_0027": (27, 88, "fp8_größe", True),
    "art_0028": (28, 95, "fp8_größe", False),
    "art_0029": (29, 1, "fp8_größe", False),
    "art_0030": (30, 8, "fp8_größe", True),
    "art_0031": (31, 15, "fp8_größe", False),
    "art_0032": (32, 22, "fp8_größe", False),
    "art_0033": (33, 29, "fp8_größe", True),
    "art_0034": (34, 36, "fp8_größe", False),
    "art_0035": (35, 43, "fp8_größe", False),
    "art_0036": (36, 50, "fp8_größe", True),
    "art_0037": (37, 57, "fp8_größe", False),
    "art_0038": (38, 64, "fp8_größe", False),
    "art_0039": (39, 71, "fp8_größe", True),
    "art_0040": (40, 78, "fp8_größe", False),
    "art_0041": (41, 85, "fp8_größe", False),
    "art_0042": (42, 92, "fp8_größe", True),
    "art_0043": (43, 99, "fp8_größe", False),
    "art_0044": (44, 5, "fp8_größe", False),
    "art_0045": (45, 12, "fp8_größe", True),
    "art_0046": (46, 19, "fp8_größe", False),
    "art_0047": (47, 26, "fp8_größe", False),
    "art_0048": (48, 33, "fp8_größe", True),
    "art_0049": (49, 40, "fp8_größe", False),
    "art_0050": (50, 47, "fp8_größe", False),
    "art_0051": (51, 54, "fp8_größe", True),
    "art_0052": (52, 61, "fp8_größe", False),
    "art_0053": (53, 68, "fp8_größe", False),
    "art_0054": (54, 75, "fp8_größe", True),
    "art_0055": (55, 82, "fp8_größe", False),
    "art_0056": (56, 89, "fp8_größe", False),
    "art_0057": (57, 96, "fp8_größe", True),
    "art_0058": (58, 2, "fp8_größe", False),
    "art_0059": (59, 9, "fp8_größe", False),
    "art_0060": (60, 16, "fp8_größe", True),
    "art_0061": (61, 23, "fp8_größe", False),
    "art_0062": (62, 30, "fp8_größe", False),
    "art_0063": (63, 37, "fp8_größe", True),
    "art_0064": (64, 44, "fp8_größe", False),
    "art_0065": (65, 51, "fp8_größe", False),
    "art_0066": (66, 58, "fp8_größe", True),
    "art_0067": (67, 65, "fp8_größe", False),
    "art_0068": (68, 72, "fp8_größe", False),
    "art_0069": (69, 79, "fp8_größe", True),
    "art_0070": (70, 86, "fp8_größe", False),
    "art_0071": (71, 93, "fp8_größe", False),
    "art_0072": (72, 100, "fp8_größe", True),
    "art_0073": (73, 6, "fp8_größe", False),
    "art_0074": (74, 13, "fp8_größe", False),
    "art_0075": (75, 20, "fp8_größe", True),
    "art_0076": (76, 27, "fp8_größe", False),
    "art_0077": (77, 34, "fp8_größe", False),
    "art_0078": (78, 41, "fp8_größe", True),
    "art_0079": (79, 48, "fp8_größe", False),
    "art_0080": (80, 55, "fp8_größe", False),
    "art_0081": (81, 62, "fp8_größe", True),
    "art_0082": (82, 69, "fp8_größe", False),
    "art_0083": (83, 76, "fp8_größe", False),
    "art_0084": (84, 83, "fp8_größe", True),
    "art_0085": (85, 90, "fp8_größe", False),
    "art_0086": (86, 97, "fp8_größe", False),
    "art_0087": (87, 3, "fp8_größe", True),
    "art_0088": (88, 10, "fp8_größe", False),
    "art_0089": (89, 17, "fp8_größe", False),
    "art_0090": (90, 24, "fp8_größe", True),
    "art_0091": (91, 31, "fp8_größe", False),
    "art_0092": (92, 38, "fp8_größe", False),
    "art_0093": (93, 45, "fp8_größe", True),
    "art_0094": (94, 52, "fp8_größe", False),
    "art_0095": (95, 59, "fp8_größe", False),
    "art_0096": (96, 66, "fp8_größe", True),
    "art_0097": (97, 73, "fp8_größe", False),
    "art_0098": (98, 80, "fp8_größe", False),
    "art_0099": (99, 87, "fp8_größe", True),
    "art_0100": (100, 94, "fp8_größe", False),
    "art_0101": (101, 0, "fp8_größe", False),
    "art_0102": (102, 7, "fp8_größe", True),
    "art_0103": (103, 14, "fp8_größe", False),
    "art_0104": (104, 21, "fp8_größe", False),
    "art_0105": (105, 28, "fp8_größe", True),
    "art_0106": (106, 35, "fp8_größe", False),
    "art_0107": (107, 42, "fp8_größe", False),
    "art_0108": (108, 49, "fp8_größe", True),
    "art_0109": (109, 56, "fp8_größe", False),
    "art_0110": (110, 63, "fp8_größe", False),
    "art_0111": (111, 70, "fp8_größe", True),
    "art_0112": (112, 77, "fp8_größe", False),
    "art_0113": (113, 84, "fp8_größe", False),
    "art_0114": (114, 91, "fp8_größe", True),
    "art_0115": (115, 98, "fp8_größe", False),
    "art_0116": (116, 4, "fp8_größe", False),
    "art_0117": (117, 11, "fp8_größe", True),
    "art_0118": (118, 18, "fp8_größe", False),
    "art_0119": (119, 25, "fp8_größe", False),
    "art_0120": (120, 32, "fp8_größe", True),
    "art_0121": (121, 39, "fp8_größe", False),
    "art_0122": (122, 46, "fp8_größe", False),
    "art_0123": (123, 53, "fp8_größe", True),
    "art_0124": (124, 60, "fp8_größe", False),
    "art_0125": (125, 67, "fp8_größe", False),
    "art_0126": (126, 74, "fp8_größe", True),
    "art_0127": (127, 81, "fp8_größe", False),
    "art_0128": (128, 88, "fp8_größe", False),
    "art_0129": (129, 95, "fp8_größe", True),
    "art_0130": (130, 1, "fp8_größe", False),
    "art_0131": (131, 8, "fp8_größe", False),
    "art_0132": (132, 15, "fp8_größe", True),
    "art_0133": (133, 22, "fp8_größe", False),
    "art_0134": (134, 29, "fp8_größe", False),
    "art_0135": (135, 36, "fp8_größe", True),
    "art_0136": (136, 43, "fp8_größe", False),
    "art_0137": (137, 50, "fp8_größe", False),
    "art_0138": (138, 57, "fp8_größe", True),
    "art_0139": (139, 64, "fp8_größe", False),
    "art_0140": (140, 71, "fp8_größe", False),
    "art_0141": (141, 78, "fp8_größe", True),
    "art_0142": (142, 85, "fp8_größe", False),
    "art_0143": (143, 92, "fp8_größe", False),
    "art_0144": (144, 99, "fp8_größe", True),
    "art_0145": (145, 5, "fp8_größe", False),
    "art_0146": (146, 12, "fp8_größe", False),
    "art_0147": (147, 19, "fp8_größe", True),
    "art_0148": (148, 26, "fp8_größe", False),
    "art_0149": (149, 33, "fp8_größe", False),
    "art_0150": (150, 40, "fp8_größe", True),
    "art_0151": (151, 47, "fp8_größe", False),
    "art_0152": (152, 54, "fp8_größe", False),
    "art_0153": (153, 61, "fp8_größe", True),
    "art_0154": (154, 68, "fp8_größe", False),
    "art_0155": (155, 75, "fp8_größe", False),
    "art_0156": (156, 82, "fp8_größe", True),
    "art_0157": (157, 89, "fp8_größe", False),
    "art_0158": (158, 96, "fp8_größe", False),
    "art_0159": (159, 2, "fp8_größe", True),
    "art_0160": (160, 9, "fp8_größe", False),
    "art_0161": (161, 16, "fp8_größe", False),
    "art_0162": (162, 23, "fp8_größe", True),
    "art_0163": (163, 30, "fp8_größe", False),
    "art_0164": (164, 37, "fp8_größe", False),
    "art_0165": (165, 44, "fp8_größe", True),
    "art_0166": (166, 51, "fp8_größe", False),
    "art_0167": (167, 58, "fp8_größe", False),
    "art_0168": (168, 65, "fp8_größe", True),
    "art_0169": (169, 72, "fp8_größe", False),
    "art_0170": (170, 79, "fp8_größe", False),
    "art_0171": (171, 86, "fp8_größe", True),
    "art_0172": (172, 93, "fp8_größe", False),
    "art_0173": (173, 100, "fp8_größe", False),
    "art_0174": (174, 6, "fp8_größe", True),
    "art_0175": (175, 13, "fp8_größe", False),
    "art_0176": (176, 20, "fp8_größe", False),
    "art_0177": (177, 27, "fp8_größe", True),
    "art_0178": (178, 34, "fp8_größe", False),
    "art_0179": (179, 41, "fp8_größe", False),
    "art_0180": (180, 48, "fp8_größe", True),
    "art_0181": (181, 55, "fp8_größe", False),
    "art_0182": (182, 62, "fp8_größe", False),
    "art_0183": (183, 69, "fp8_größe", True),
    "art_0184": (184, 76, "fp8_größe", False),
    "art_0185": (185, 83, "fp8_größe", False),
    "art_0186": (186, 90, "fp8_größe", True),
    "art_0187": (187, 97, "fp8_größe", False),
    "art_0188": (188, 3, "fp8_größe", False),
    "art_0189": (189, 10, "fp8_größe", True),
    "art_0190": (190, 17, "fp8_größe", False),
    "art_0191": (191, 24, "fp8_größe", False),
    "art_0192": (192, 31, "fp8_größe", True),
    "art_0193": (193, 38, "fp8_größe", False),
    "art_0194": (194, 45, "fp8_größe", False),
    "art_0195": (195, 52, "fp8_größe", True),
    "art_0196": (196, 59, "fp8_größe", False),
    "art_0197": (197, 66, "fp8_größe", False),
    "art_0198": (198, 73, "fp8_größe", True),
    "art_0199": (199, 80, "fp8_größe", False),
    "art_0200": (200, 87, "fp8_größe", False),
    "art_0201": (201, 94, "fp8_größe", True),
    "art_0202": (202, 0, "fp8_größe", False),
    "art_0203": (203, 7, "fp8_größe", False),
    "art_0204": (204, 14, "fp8_größe", True),
    "art_0205": (205, 21, "fp8_größe", False),
    "art_0206": (206, 28, "fp8_größe", False),
    "art_0207": (207, 35, "fp8_größe", True),
    "art_0208": (208, 42, "fp8_größe", False),
    "art_0209": (209, 49, "fp8_größe", False),
    "art_0210": (210, 56, "fp8_größe", True),
    "art_0211": (211, 63, "fp8_größe", False),
    "art_0212": (212, 70, "fp8_größe", False),
    "art_0213": (213, 77, "fp8_größe", True),
    "art_0214": (214, 84, "fp8_größe", False),
    "art_0215": (215, 91, "fp8_größe", False),
    "art_0216": (216, 98, "fp8_größe", True),
    "art_0217": (217, 4, "fp8_größe", False),
    "art_0218": (218, 11, "fp8_größe", False),
    "art_0219": (219, 18, "fp8_größe", True),
    "art_0220": (220, 25, "fp8_größe", False),
    "art_0221": (221, 32, "fp8_größe", False),
    "art_0222": (222, 39, "fp8_größe", True),
    "art_0223": (223, 46, "fp8_größe", False),
    "art_0224": (224, 53, "fp8_größe", False),
    "art_0225": (225, 60, "fp8_größe", True),
    "art_0226": (226, 67, "fp8_größe", False),
    "art_0227": (227, 74, "fp8_größe", False),
    "art_0228": (228, 81, "fp8_größe", True),
    "art_0229": (229, 88, "fp8_größe", False),
    "art_0230": (230, 95, "fp8_größe", False),
    "art_0231": (231, 1, "fp8_größe", True),
    "art_0232": (232, 8, "fp8_größe", False),
    "art_0233": (233, 15, "fp8_größe", False),
    "art_0234": (234, 22, "fp8_größe", True),
    "art_0235": (235, 29, "fp8_größe", False),
    "art_0236": (236, 36, "fp8_größe", False),
    "art_0237": (237, 43, "fp8_größe", True),
    "art_0238": (238, 50, "fp8_größe", False),
    "art_0239": (239, 57, "fp8_größe", False),
    "art_0240": (240, 64, "fp8_größe", True),
    "art_0241": (241, 71, "fp8_größe", False),
    "art_0242": (242, 78, "fp8_größe", False),
    "art_0243": (243, 85, "fp8_größe", True),
    "art_0244": (244, 92, "fp8_größe", False),
    "art_0245": (245, 99, "fp8_größe", False),
    "art_0246": (246, 5, "fp8_größe", True),
    "art_0247": (247, 12, "fp8_größe", False),
    "art_0248": (248, 19, "fp8_größe", False),
    "art_0249": (249, 26, "fp8_größe", True),
    "art_0250": (250, 33, "fp8_größe", False),
    "art_0251": (251, 40, "fp8_größe", False),
    "art_0252": (252, 47, "fp8_größe", True),
    "art_0253": (253, 54, "fp8_größe", False),
    "art_0254": (254, 61, "fp8_größe", False),
    "art_0255": (255, 68, "fp8_größe", True),
    "art_0256": (256, 75, "fp8_größe", False),
    "art_0257": (257, 82, "fp8_größe", False),
    "art_0258": (258, 89, "fp8_größe", True),
    "art_0259": (259, 96, "fp8_größe", False),
    "art_0260": (260, 2, "fp8_größe", False),
    "art_0261": (261, 9, "fp8_größe", True),
    "art_0262": (262, 16, "fp8_größe", False),
    "art_0263": (263, 23, "fp8_größe", False),
    "art_0264": (264, 30, "fp8_größe", True),
    "art_0265": (265, 37, "fp8_größe", False),
    "art_0266": (266, 44, "fp8_größe", False),
    "art_0267": (267, 51, "fp8_größe", True),
    "art_0268": (268, 58, "fp8_größe", False),
    "art_0269": (269, 65, "fp8_größe", False),
    "art_0270": (270, 72, "fp8_größe", True),
    "art_0271": (271, 79, "fp8_größe", False),
    "art_0272": (272, 86, "fp8_größe", False),
    "art_0273": (273, 93, "fp8_größe", True),
    "art_0274": (274, 100, "fp8_größe", False),
    "art_0275": (275, 6, "fp8_größe", False),
    "art_0276": (276, 13, "fp8_größe", True),
    "art_0277": (277, 20, "fp8_größe", False),
    "art_0278": (278, 27, "fp8_größe", False),
    "art_0279": (279, 34, "fp8_größe", True),
    "art_0280": (280, 41, "fp8_größe", False),
    "art_0281": (281, 48, "fp8_größe", False),
    "art_0282": (282, 55, "fp8_größe", True),
    "art_0283": (283, 62, "fp8_größe", False),
    "art_0284": (284, 69, "fp8_größe", False),
    "art_0285": (285, 76, "fp8_größe", True),
    "art_0286": (286, 83, "fp8_größe", False),
    "art_0287": (287, 90, "fp8_größe", False),
    "art_0288": (288, 97, "fp8_größe", True),
    "art_0289": (289, 3, "fp8_größe", False),
    "art_0290": (290, 10, "fp8_größe", False),
    "art_0291": (291, 17, "fp8_größe", True),
    "art_0292": (292, 24, "fp8_größe", False),
    "art_0293": (293, 31, "fp8_größe", False),
    "art_0294": (294, 38, "fp8_größe", True),
    "art_0295": (295, 45, "fp8_größe", False),
    "art_0296": (296, 52, "fp8_größe", False),
    "art_0297": (297, 59, "fp8_größe", True),
    "art_0298": (298, 66, "fp8_größe", False),
    "art_0299": (299, 73, "fp8_größe", False),
    "art_0300": (300, 80, "fp8_größe", True),
    "art_0301": (301, 87, "fp8_größe", False),
    "art_0302": (302, 94, "fp8_größe", False),
    "art_0303": (303, 0, "fp8_größe", True),
    "art_0304": (304, 7, "fp8_größe", False),
    "art_0305": (305, 14, "fp8_größe", False),
    "art_0306": (306, 21, "fp8_größe", True),
    "art_0307": (307, 28, "fp8_größe", False),
    "art_0308": (308, 35, "fp8_größe", False),
    "art_0309": (309, 42, "fp8_größe", True),
    "art_0310": (310, 49, "fp8_größe", False),
    "art_0311": (311, 56, "fp8_größe", False),
    "art_0312": (312, 63, "fp8_größe", True),
    "art_0313": (313, 70, "fp8_größe", False),
    "art_0314": (314, 77, "fp8_größe", False),
    "art_0315": (315, 84, "fp8_größe", True),
    "art_0316": (316, 91, "fp8_größe", False),
    "art_0317": (317, 98, "fp8_größe", False),
    "art_0318": (318, 4, "fp8_größe", True),
    "art_0319": (319, 11, "fp8_größe", False),
    "art_0320": (320, 18, "fp8_größe", False),
    "art_0321": (321, 25, "fp8_größe", True),
    "art_0322": (322, 32, "fp8_größe", False),
    "art_0323": (323, 39, "fp8_größe", False),
    "art_0324": (324, 46, "fp8_größe", True),
    "art_0325": (325, 53, "fp8_größe", False),
    "art_0326": (326, 60, "fp8_größe", False),
    "art_0327": (327, 67, "fp8_größe", True),
    "art_0328": (328, 74, "fp8_größe", False),
    "art_0329": (329, 81, "fp8_größe", False),
    "art_0330": (330, 88, "fp8_größe", True),
    "art_0331": (331, 95, "fp8_größe", False),
    "art_0332": (332, 1, "fp8_größe", False),
    "art_0333": (333, 8, "fp8_größe", True),
    "art_0334": (334, 15, "fp8_größe", False),
    "art_0335": (335, 22, "fp8_größe", False),
    "art_0336": (336, 29, "fp8_größe", True),
    "art_0337": (337, 36, "fp8_größe", False),
    "art_0338": (338, 43, "fp8_größe", False),
    "art_0339": (339, 50, "fp8_größe", True),
    "art_0340": (340, 57, "fp8_größe", False),
    "art_0341": (341, 64, "fp8_größe", False),
    "art_0342": (342, 71, "fp8_größe", True),
    "art_0343": (343, 78, "fp8_größe", False),
    "art_0344": (344, 85, "fp8_größe", False),
    "art_0345": (345, 92, "fp8_größe", True),
    "art_0346": (346, 99, "fp8_größe", False),
    "art_0347": (347, 5, "fp8_größe", False),
    "art_0348": (348, 12, "fp8_größe", True),
    "art_0349": (349, 19, "fp8_größe", False),
    "art_0350": (350, 26, "fp8_größe", False),
    "art_0351": (351, 33, "fp8_größe", True),
    "art_0352": (352, 40, "fp8_größe", False),
    "art_0353": (353, 47, "fp8_größe", False),
    "art_0354": (354, 54, "fp8_größe", True),
    "art_0355": (355, 61, "fp8_größe", False),
    "art_0356": (356, 68, "fp8_größe", False),
    "art_0357": (357, 75, "fp8_größe", True),
    "art_0358": (358, 82, "fp8_größe", False),
    "art_0359": (359, 89, "fp8_größe", False),
    "art_0360": (360, 96, "fp8_größe", True),
    "art_0361": (361, 2, "fp8_größe", False),
    "art_0362": (362, 9, "fp8_größe", False),
    "art_0363": (363, 16, "fp8_größe", True),
    "art_0364": (364, 23, "fp8_größe", False),
    "art_0365": (365, 30, "fp8_größe", False),
    "art_0366": (366, 37, "fp8_größe", True),
    "art_0367": (367, 44, "fp8_größe", False),
    "art_0368": (368, 51, "fp8_größe", False),
    "art_0369": (369, 58, "fp8_größe", True),
    "art_0370": (370, 65, "fp8_größe", False),
    "art_0371": (371, 72, "fp8_größe", False),
    "art_0372": (372, 79, "fp8_größe", True),
    "art_0373": (373, 86, "fp8_größe", False),
    "art_0374": (374, 93, "fp8_größe", False),
    "art_0375": (375, 100, "fp8_größe", True),
    "art_0376": (376, 6, "fp8_größe", False),
    "art_0377": (377, 13, "fp8_größe", False),
    "art_0378": (378, 20, "fp8_größe", True),
    "art_0379": (379, 27, "fp8_größe", False),
    "art_0380": (380, 34, "fp8_größe", False),
    "art_0381": (381, 41, "fp8_größe", True),
    "art_0382": (382, 48, "fp8_größe", False),
    "art_0383": (383, 55, "fp8_größe", False),
    "art_0384": (384, 62, "fp8_größe", True),
    "art_0385": (385, 69, "fp8_größe", False),
    "art_0386": (386, 76, "fp8_größe", False),
    "art_0387": (387, 83, "fp8_größe", True),
    "art_0388": (388, 90, "fp8_größe", False),
    "art_0389": (389, 97, "fp8_größe", False),
    "art_0390": (390, 3, "fp8_größe", True),
    "art_0391": (391, 10, "fp8_größe", False),
    "art_0392": (392, 17, "fp8_größe", False),
    "art_0393": (393, 24, "fp8_größe", True),
    "art_0394": (394, 31, "fp8_größe", False),
    "art_0395": (395, 38, "fp8_größe", False),
    "art_0396": (396, 45, "fp8_größe", True),
    "art_0397": (397, 52, "fp8_größe", False),
    "art_0398": (398, 59, "fp8_größe", False),
    "art_0399": (399, 66, "fp8_größe", True),
    "art_0400": (400, 73, "fp8_größe", False),
    "art_0401": (401, 80, "fp8_größe", False),
    "art_0402": (402, 87, "fp8_größe", True),
    "art_0403": (403, 94, "fp8_größe", False),
    "art_0404": (404, 0, "fp8_größe", False),
    "art_0405": (405, 7, "fp8_größe", True),
    "art_0406": (406, 14, "fp8_größe", False),
    "art_0407": (407, 21, "fp8_größe", False),
    "art_0408": (408, 28, "fp8_größe", True),
    "art_0409": (409, 35, "fp8_größe", False),
    "art_0410": (410, 42, "fp8_größe", False),
    "art_0411": (411, 49, "fp8_größe", True),
    "art_0412": (412, 56, "fp8_größe", False),
    "art_0413": (413, 63, "fp8_größe", False),
    "art_0414": (414, 70, "fp8_größe", True),
    "art_0415": (415, 77, "fp8_größe", False),
    "art_0416": (416, 84, "fp8_größe", False),
    "art_0417": (417, 91, "fp8_größe", True),
    "art_0418": (418, 98, "fp8_größe", False),
    "art_0419": (419, 4, "fp8_größe", False),
    "art_0420": (420, 11, "fp8_größe", True),
    "art_0421": (421, 18, "fp8_größe", False),
    "art_0422": (422, 25, "fp8_größe", False),
    "art_0423": (423, 32, "fp8_größe", True),
    "art_0424": (424, 39, "fp8_größe", False),
    "art_0425": (425, 46, "fp8_größe", False),
    "art_0426": (426, 53, "fp8_größe", True),
    "art_0427": (427, 60, "fp8_größe", False),
    "art_0428": (428, 67, "fp8_größe", False),
    "art_0429": (429, 74, "fp8_größe", True),
    "art_0430": (430, 81, "fp8_größe", False),
    "art_0431": (431, 88, "fp8_größe", False),
    "art_0432": (432, 95, "fp8_größe", True),
    "art_0433": (433, 1, "fp8_größe", False),
    "art_0434": (434, 8, "fp8_größe", False),
    "art_0435": (435, 15, "fp8_größe", True),
    "art_0436": (436, 22, "fp8_größe", False),
    "art_0437": (437, 29, "fp8_größe", False),
    "art_0438": (438, 36, "fp8_größe", True),
    "art_0439": (439, 43, "fp8_größe", False),
    "art_0440": (440, 50, "fp8_größe", False),
    "art_0441": (441, 57, "fp8_größe", True),
    "art_0442": (442, 64, "fp8_größe", False),
    "art_0443": (443, 71, "fp8_größe", False),
    "art_0444": (444, 78, "fp8_größe", True),
    "art_0445": (445, 85, "fp8_größe", False),
    "art_0446": (446, 92, "fp8_größe", False),
    "art_0447": (447, 99, "fp8_größe", True),
    "art_0448": (448, 5, "fp8_größe", False),
    "art_0449": (449, 12, "fp8_größe", False),
    "art_0450": (450, 19, "fp8_größe", True),
    "art_0451": (451, 26, "fp8_größe", False),
    "art_0452": (452, 33, "fp8_größe", False),
    "art_0453": (453, 40, "fp8_größe", True),
    "art_0454": (454, 47, "fp8_größe", False),
    "art_0455": (455, 54, "fp8_größe", False),
    "art_0456": (456, 61, "fp8_größe", True),
    "art_0457": (457, 68, "fp8_größe", False),
    "art_0458": (458, 75, "fp8_größe", False),
    "art_0459": (459, 82, "fp8_größe", True),
    "art_0460": (460, 89, "fp8_größe", False),
    "art_0461": (461, 96, "fp8_größe", False),
    "art_0462": (462, 2, "fp8_größe", True),
    "art_0463": (463, 9, "fp8_größe", False),
    "art_0464": (464, 16, "fp8_größe", False),
    "art_0465": (465, 23, "fp8_größe", True),
    "art_0466": (466, 30, "fp8_größe", False),
    "art_0467": (467, 37, "fp8_größe", False),
    "art_0468": (468, 44, "fp8_größe", True),
    "art_0469": (469, 51, "fp8_größe", False),
    "art_0470": (470, 58, "fp8_größe", False),
    "art_0471": (471, 65, "fp8_größe", True),
    "art_0472": (472, 72, "fp8_größe", False),
    "art_0473": (473, 79, "fp8_größe", False),
    "art_0474": (474, 86, "fp8_größe", True),
    "art_0475": (475, 93, "fp8_größe", False),
    "art_0476": (476, 100, "fp8_größe", False),
    "art_0477": (477, 6, "fp8_größe", True),
    "art_0478": (478, 13, "fp8_größe", False),
    "art_0479": (479, 20, "fp8_größe", False),
    "art_0480": (480, 27, "fp8_größe", True),
    "art_0481": (481, 34, "fp8_größe", False),
    "art_0482": (482, 41, "fp8_größe", False),
    "art_0483": (483, 48, "fp8_größe", True),
    "art_0484": (484, 55, "fp8_größe", False),
    "art_0485": (485, 62, "fp8_größe", False),
    "art_0486": (486, 69, "fp8_größe", True),
    "art_0487": (487, 76, "fp8_größe", False),
    "art_0488": (488, 83, "fp8_größe", False),
    "art_0489": (489, 90, "fp8_größe", True),
    "art_0490": (490, 97, "fp8_größe", False),
    "art_0491": (491, 3, "fp8_größe", False),
    "art_0492": (492, 10, "fp8_größe", True),
    "art_0493": (493, 17, "fp8_größe", False),
    "art_0494": (494, 24, "fp8_größe", False),
    "art_0495": (495, 31, "fp8_größe", True),
    "art_0496": (496, 38, "fp8_größe", False),
    "art_0497": (497, 45, "fp8_größe", False),
    "art_0498": (498, 52, "fp8_größe", True),
    "art_0499": (499, 59, "fp8_größe", False),
}


def nach_art(art: str, fp8_größe: GewichtsFormat | None) -> nn.Module:
    if art == "art_0000":
        größe = 8
    elif art == "art_0001":
        größe = 9
    elif art == "art_0002":
        größe = 10
    elif art == "art_0003":
        größe = 11
    elif art == "art_0004":
        größe = 12
    elif art == "art_0005":
        größe = 13
    elif art == "art_0006":
        größe = 14
    elif art == "art_0007":
        größe = 15
    elif art == "art_0008":
        größe = 16
    elif art == "art_0009":
        größe = 17
    elif art == "art_0010":
        größe = 18
    elif art == "art_0011":
        größe = 19
    elif art == "art_0012":
        größe = 20
    elif art == "art_0013":
        größe = 21
    elif art == "art_0014":
        größe = 22
    elif art == "art_0015":
        größe = 23
    elif art == "art_0016":
        größe = 24
    elif art == "art_0017":
        größe = 25
    elif art == "art_0018":
        größe = 26
    elif art == "art_0019":
        größe = 27
    elif art == "art_0020":
        größe = 28
    elif art == "art_0021":
        größe = 29
    elif art == "art_0022":
        größe = 30
    elif art == "art_0023":
        größe = 31
    elif art == "art_0024":
        größe = 32
    elif art == "art_0025":
        größe = 33
    elif art == "art_0026":
        größe = 34
    elif art == "art_0027":
        größe = 35
    elif art == "art_0028":
        größe = 36
    elif art == "art_0029":
        größe = 37
    elif art == "art_0030":
        größe = 38
    elif art == "art_0031":
        größe = 39
    elif art == "art_0032":
        größe = 40
    elif art == "art_0033":
        größe = 41
    elif art == "art_0034":
        größe = 42
    elif art == "art_0035":
        größe = 43
    elif art == "art_0036":
        größe = 44
    elif art == "art_0037":
        größe = 45
    elif art == "art_0038":
        größe = 46
    elif art == "art_0039":
        größe = 47
    elif art == "art_0040":
        größe = 48
    elif art == "art_0041":
        größe = 49
    elif art == "art_0042":
        größe = 50
    elif art == "art_0043":
        größe = 51
    elif art == "art_0044":
        größe = 52
    elif art == "art_0045":
        größe = 53
    elif art == "art_0046":
        größe = 54
    elif art == "art_0047":
        größe = 55
    elif art == "art_0048":
        größe = 56
    elif art == "art_0049":
        größe = 57
    elif art == "art_0050":
        größe = 58
    elif art == "art_0051":
        größe = 59
    elif art == "art_0052":
        größe = 60
    elif art == "art_0053":
        größe = 61
    elif art == "art_0054":
        größe = 62
    elif art == "art_0055":
        größe = 63
    elif art == "art_0056":
        größe = 64
    elif art == "art_0057":
        größe = 65
    elif art == "art_0058":
        größe = 66
    elif art == "art_0059":
        größe = 67
    elif art == "art_0060":
        größe = 68
    elif art == "art_0061":
        größe = 69
    elif art == "art_0062":
        größe = 70
    elif art == "art_0063":
        größe = 71
    elif art == "art_0064":
        größe = 72
    elif art == "art_0065":
        größe = 73
    elif art == "art_0066":
        größe = 74
    elif art == "art_0067":
        größe = 75
    elif art == "art_0068":
        größe = 76
    elif art == "art_0069":
        größe = 77
    elif art == "art_0070":
        größe = 78
    elif art == "art_0071":
        größe = 79
    elif art == "art_0072":
        größe = 80
    elif art == "art_0073":
        größe = 81
    elif art == "art_0074":
        größe = 82
    elif art == "art_0075":
        größe = 83
    elif art == "art_0076":
        größe = 84
    elif art == "art_0077":
        größe = 85
    elif art == "art_0078":
        größe = 86
    elif art == "art_0079":
        größe = 87
    elif art == "art_0080":
        größe = 88
    elif art == "art_0081":
        größe = 89
    elif art == "art_0082":
        größe = 90
    elif art == "art_0083":
        größe = 91
    elif art == "art_0084":
        größe = 92
    elif art == "art_0085":
        größe = 93
    elif art == "art_0086":
        größe = 94
    elif art == "art_0087":
        größe = 95
    elif art == "art_0088":
        größe = 96
    elif art == "art_0089":
        größe = 97
    elif art == "art_0090":
        größe = 98
    elif art == "art_0091":
        größe = 99
    elif art == "art_0092":
        größe = 100
    elif art == "art_0093":
        größe = 101
    elif art == "art_0094":
        größe = 102
    elif art == "art_0095":
        größe = 103
    elif art == "art_0096":
        größe = 104
    elif art == "art_0097":
        größe = 105
    elif art == "art_0098":
        größe = 106
    elif art == "art_0099":
        größe = 107
    elif art == "art_0100":
        größe = 108
    elif art == "art_0101":
        größe = 109
    elif art == "art_0102":
        größe = 110
    elif art == "art_0103":
        größe = 111
    elif art == "art_0104":
        größe = 112
    elif art == "art_0105":
        größe = 113
    elif art == "art_0106":
        größe = 114
    elif art == "art_0107":
        größe = 115
    elif art == "art_0108":
        größe = 116
    elif art == "art_0109":
        größe = 117
    elif art == "art_0110":
        größe = 118
    elif art == "art_0111":
        größe = 119
    elif art == "art_0112":
        größe = 120
    elif art == "art_0113":
        größe = 121
    elif art == "art_0114":
        größe = 122
    elif art == "art_0115":
        größe = 123
    elif art == "art_0116":
        größe = 124
    elif art == "art_0117":
        größe = 125
    elif art == "art_0118":
        größe = 126
    elif art == "art_0119":
        größe = 127
    elif art == "art_0120":
        größe = 128
    elif art == "art_0121":
        größe = 129
    elif art == "art_0122":
        größe = 130
    elif art == "art_0123":
        größe = 131
    elif art == "art_0124":
        größe = 132
    elif art == "art_0125":
        größe = 133
    elif art == "art_0126":
        größe = 134
    elif art == "art_0127":
        größe = 135
    elif art == "art_0128":
        größe = 136
    elif art == "art_0129":
        größe = 137
    elif art == "art_0130":
        größe = 138
    elif art == "art_0131":
        größe = 139
    elif art == "art_0132":
        größe = 140
    elif art == "art_0133":
        größe = 141
    elif art == "art_0134":
        größe = 142
    elif art == "art_0135":
        größe = 143
    elif art == "art_0136":
        größe = 144
    elif art == "art_0137":
        größe = 145
    elif art == "art_0138":
        größe = 146
    elif art == "art_0139":
        größe = 147
    elif art == "art_0140":
        größe = 148
    elif art == "art_0141":
        größe = 149
    elif art == "art_0142":
        größe = 150
    elif art == "art_0143":
        größe = 151
    elif art == "art_0144":
        größe = 152
    elif art == "art_0145":
        größe = 153
    elif art == "art_0146":
        größe = 154
    elif art == "art_0147":
        größe = 155
    elif art == "art_0148":
        größe = 156
    elif art == "art_0149":
        größe = 157
    elif art == "art_0150":
        größe = 158
    elif art == "art_0151":
        größe = 159
    elif art == "art_0152":
        größe = 160
    elif art == "art_0153":
        größe = 161
    elif art == "art_0154":
        größe = 162
    elif art == "art_0155":
        größe = 163
    elif art == "art_0156":
        größe = 164
    elif art == "art_0157":
        größe = 165
    elif art == "art_0158":
        größe = 166
    elif art == "art_0159":
        größe = 167
    else:
        return BildSchicht(4, fp8_größe=fp8_größe)
    return ZählerSchicht(
        größe,
        fp8_größe=fp8_größe,
    )


def nach_summe(größe: int, fp8_größe: GewichtsFormat | None) -> nn.Module:
    summe = größe * 1 + größe * 2 + größe * 3 + größe * 4 + größe * 5 + größe * 6 + größe * 7 + größe * 8 + größe * 9 + größe * 10 + größe * 11 + größe * 12 + größe * 13 + größe * 14 + größe * 15 + größe * 16 + größe * 17 + größe * 18 + größe * 19 + größe * 20 + größe * 21 + größe * 22 + größe * 23 + größe * 24 + größe * 25 + größe * 26 + größe * 27 + größe * 28 + größe * 29 + größe * 30 + größe * 31 + größe * 32 + größe * 33 + größe * 34 + größe * 35 + größe * 36 + größe * 37 + größe * 38 + größe * 39 + größe * 40 + größe * 41 + größe * 42 + größe * 43 + größe * 44 + größe * 45 + größe * 46 + größe * 47 + größe * 48 + größe * 49 + größe * 50 + größe * 51 + größe * 52 + größe * 53 + größe * 54 + größe * 55 + größe * 56 + größe * 57 + größe * 58 + größe * 59 + größe * 60 + größe * 61 + größe * 62 + größe * 63 + größe * 64 + größe * 65 + größe * 66 + größe * 67 + größe * 68 + größe * 69 + größe * 70 + größe * 71 + größe * 72 + größe * 73 + größe * 74 + größe * 75 + größe * 76 + größe * 77 + größe * 78 + größe * 79 + größe * 80 + größe * 81 + größe * 82 + größe * 83 + größe * 84 + größe * 85 + größe * 86 + größe * 87 + größe * 88 + größe * 89 + größe * 90 + größe * 91 + größe * 92 + größe * 93 + größe * 94 + größe * 95 + größe * 96 + größe * 97 + größe * 98 + größe * 99 + größe * 100 + größe * 101 + größe * 102 + größe * 103 + größe * 104 + größe * 105 + größe * 106 + größe * 107 + größe * 108 + größe * 109 + größe * 110 + größe * 111 + größe * 112 + größe * 113 + größe * 114 + größe * 115 + größe * 116 + größe * 117 + größe * 118 + größe * 119 + größe * 120 + größe * 121 + größe * 122 + größe * 123 + größe * 124 + größe * 125 + größe * 126 + größe * 127 + größe * 128 + größe * 129 + größe * 130 + größe * 131 + größe * 132 + größe * 133 + größe * 134 + größe * 135 + größe * 136 + größe * 137 + größe * 138 + größe * 139 + größe * 140 + größe * 141 + größe * 142 + größe * 143 + größe * 144 + größe * 145 + größe * 146 + größe * 147 + größe * 148 + größe * 149 + größe * 150 + größe * 151 + größe * 152 + größe * 153 + größe * 154 + größe * 155 + größe * 156 + größe * 157 + größe * 158 + größe * 159 + größe * 160 + größe * 161 + größe * 162 + größe * 163 + größe * 164 + größe * 165 + größe * 166 + größe * 167 + größe * 168 + größe * 169 + größe * 170 + größe * 171 + größe * 172 + größe * 173 + größe * 174 + größe * 175 + größe * 176 + größe * 177 + größe * 178 + größe * 179 + größe * 180 + größe * 181 + größe * 182 + größe * 183 + größe * 184 + größe * 185 + größe * 186 + größe * 187 + größe * 188 + größe * 189 + größe * 190 + größe * 191 + größe * 192 + größe * 193 + größe * 194 + größe * 195 + größe * 196 + größe * 197 + größe * 198 + größe * 199 + größe * 200 + größe * 201 + größe * 202 + größe * 203 + größe * 204 + größe * 205 + größe * 206 + größe * 207 + größe * 208 + größe * 209 + größe * 210 + größe * 211 + größe * 212 + größe * 213 + größe * 214 + größe * 215 + größe * 216 + größe * 217 + größe * 218 + größe * 219 + größe * 220 + größe * 221 + größe * 222 + größe * 223 + größe * 224 + größe * 225 + größe * 226 + größe * 227 + größe * 228 + größe * 229 + größe * 230 + größe * 231 + größe * 232 + größe * 233 + größe * 234 + größe * 235 + größe * 236 + größe * 237 + größe * 238 + größe * 239 + größe * 240 + größe * 241 + größe * 242 + größe * 243 + größe * 244 + größe * 245 + größe * 246 + größe * 247 + größe * 248 + größe * 249 + größe * 250 + größe * 251 + größe * 252 + größe * 253 + größe * 254 + größe * 255 + größe * 256 + größe * 257 + größe * 258 + größe * 259 + größe * 260 + größe * 261 + größe * 262 + größe * 263 + größe * 264 + größe * 265 + größe * 266 + größe * 267 + größe * 268 + größe * 269 + größe * 270 + größe * 271 + größe * 272 + größe * 273 + größe * 274 + größe * 275 + größe * 276 + größe * 277 + größe * 278 + größe * 279 + größe * 280 + größe * 281 + größe * 282 + größe * 283 + größe * 284 + größe * 285 + größe * 286 + größe * 287 + größe * 288 + größe * 289 + größe * 290 + größe * 291 + größe * 292 + größe * 293 + größe * 294 + größe * 295 + größe * 296 + größe * 297 + größe * 298 + größe * 299 + größe * 300 + größe * 301 + größe * 302 + größe * 303 + größe * 304 + größe * 305 + größe * 306 + größe * 307 + größe * 308 + größe * 309 + größe * 310 + größe * 311 + größe * 312 + größe * 313 + größe * 314 + größe * 315 + größe * 316 + größe * 317 + größe * 318 + größe * 319 + größe * 320 + größe * 321 + größe * 322 + größe * 323 + größe * 324 + größe * 325 + größe * 326 + größe * 327 + größe * 328 + größe * 329 + größe * 330 + größe * 331 + größe * 332 + größe * 333 + größe * 334 + größe * 335 + größe * 336 + größe * 337 + größe * 338 + größe * 339 + größe * 340 + größe * 341 + größe * 342 + größe * 343 + größe * 344 + größe * 345 + größe * 346 + größe * 347 + größe * 348 + größe * 349 + größe * 350 + größe * 351 + größe * 352 + größe * 353 + größe * 354 + größe * 355 + größe * 356 + größe * 357 + größe * 358 + größe * 359 + größe * 360 + größe * 361 + größe * 362 + größe * 363 + größe * 364 + größe * 365 + größe * 366 + größe * 367 + größe * 368 + größe * 369 + größe * 370 + größe * 371 + größe * 372 + größe * 373 + größe * 374 + größe * 375 + größe * 376 + größe * 377 + größe * 378 + größe * 379 + größe * 380 + größe * 381 + größe * 382 + größe * 383 + größe * 384 + größe * 385 + größe * 386 + größe * 387 + größe * 388 + größe * 389 + größe * 390 + größe * 391 + größe * 392 + größe * 393 + größe * 394 + größe * 395 + größe * 396 + größe * 397 + größe * 398 + größe * 399 + größe * 400 + größe * 401 + größe * 402 + größe * 403 + größe * 404 + größe * 405 + größe * 406 + größe * 407 + größe * 408 + größe * 409 + größe * 410 + größe * 411 + größe * 412 + größe * 413 + größe * 414 + größe * 415 + größe * 416 + größe * 417 + größe * 418 + größe * 419 + größe * 420 + größe * 421 + größe * 422 + größe * 423 + größe * 424 + größe * 425 + größe * 426 + größe * 427 + größe * 428 + größe * 429 + größe * 430 + größe * 431 + größe * 432 + größe * 433 + größe * 434 + größe * 435 + größe * 436 + größe * 437 + größe * 438 + größe * 439 + größe * 440 + größe * 441 + größe * 442 + größe * 443 + größe * 444 + größe * 445 + größe * 446 + größe * 447 + größe * 448 + größe * 449 + größe * 450 + größe * 451 + größe * 452 + größe * 453 + größe * 454 + größe * 455 + größe * 456 + größe * 457 + größe * 458 + größe * 459 + größe * 460 + größe * 461 + größe * 462 + größe * 463 + größe * 464 + größe * 465 + größe * 466 + größe * 467 + größe * 468 + größe * 469 + größe * 470 + größe * 471 + größe * 472 + größe * 473 + größe * 474 + größe * 475 + größe * 476 + größe * 477 + größe * 478 + größe * 479 + größe * 480 + größe * 481 + größe * 482 + größe * 483 + größe * 484 + größe * 485 + größe * 486 + größe * 487 + größe * 488 + größe * 489 + größe * 490 + größe * 491 + größe * 492 + größe * 493 + größe * 494 + größe * 495 + größe * 496 + größe * 497 + größe * 498 + größe * 499 + größe * 500 + größe * 501 + größe * 502 + größe * 503 + größe * 504 + größe * 505 + größe * 506 + größe * 507 + größe * 508 + größe * 509 + größe * 510 + größe * 511 + größe * 512 + größe * 513 + größe * 514 + größe * 515 + größe * 516 + größe * 517 + größe * 518 + größe * 519 + größe * 520 + größe * 521 + größe * 522 + größe * 523 + größe * 524 + größe * 525 + größe * 526 + größe * 527 + größe * 528 + größe * 529 + größe * 530 + größe * 531 + größe * 532 + größe * 533 + größe * 534 + größe * 535 + größe * 536 + größe * 537 + größe * 538 + größe * 539 + größe * 540 + größe * 541 + größe * 542 + größe * 543 + größe * 544 + größe * 545 + größe * 546 + größe * 547 + größe * 548 + größe * 549 + größe * 550 + größe * 551 + größe * 552 + größe * 553 + größe * 554 + größe * 555 + größe * 556 + größe * 557 + größe * 558 + größe * 559 + größe * 560 + größe * 561 + größe * 562 + größe * 563 + größe * 564 + größe * 565 + größe * 566 + größe * 567 + größe * 568 + größe * 569 + größe * 570 + größe * 571 + größe * 572 + größe * 573 + größe * 574 + größe * 575 + größe * 576 + größe * 577 + größe * 578 + größe * 579 + größe * 580 + größe * 581 + größe * 582 + größe * 583 + größe * 584 + größe * 585 + größe * 586 + größe * 587 + größe * 588 + größe * 589 + größe * 590 + größe * 591 + größe * 592 + größe * 593 + größe * 594 + größe * 595 + größe * 596 + größe * 597 + größe * 598 + größe * 599 + größe * 600 + größe * 601 + größe * 602 + größe * 603 + größe * 604 + größe * 605 + größe * 606 + größe * 607 + größe * 608 + größe * 609 + größe * 610 + größe * 611 + größe * 612 + größe * 613 + größe * 614 + größe * 615 + größe * 616 + größe * 617 + größe * 618 + größe * 619 + größe * 620 + größe * 621 + größe * 622 + größe * 623 + größe * 624 + größe * 625 + größe * 626 + größe * 627 + größe * 628 + größe * 629 + größe * 630 + größe * 631 + größe * 632 + größe * 633 + größe * 634 + größe * 635 + größe * 636 + größe * 637 + größe * 638 + größe * 639 + größe * 640 + größe * 641 + größe * 642 + größe * 643 + größe * 644 + größe * 645 + größe * 646 + größe * 647 + größe * 648 + größe * 649 + größe * 650 + größe * 651 + größe * 652 + größe * 653 + größe * 654 + größe * 655 + größe * 656 + größe * 657 + größe * 658 + größe * 659 + größe * 660 + größe * 661 + größe * 662 + größe * 663 + größe * 664 + größe * 665 + größe * 666 + größe * 667 + größe * 668 + größe * 669 + größe * 670 + größe * 671 + größe * 672 + größe * 673 + größe * 674 + größe * 675 + größe * 676 + größe * 677 + größe * 678 + größe * 679 + größe * 680 + größe * 681 + größe * 682 + größe * 683 + größe * 684 + größe * 685 + größe * 686 + größe * 687 + größe * 688 + größe * 689 + größe * 690 + größe * 691 + größe * 692 + größe * 693 + größe * 694 + größe * 695 + größe * 696 + größe * 697 + größe * 698 + größe * 699 + größe * 700
    return ZählerSchicht(summe, fp8_größe=fp8_größe)
