"""The JUnit report."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as xml

from small_reports import FILE, FINDING, ROOT, at, render, report

from lint_rules.diagnostic import Step
from lint_rules.reports.report import Report


def document(report: Report) -> str:
    text = "\n".join(render("junit", report))
    assert text.isascii()
    return text


def test_a_suite_for_each_file_and_a_case_for_each_finding() -> None:
    other = at(3, 7)._replace(path=ROOT / "b.py", code="QF900", message="a < b & c")
    assert document(report(FINDING, at(2, 1), other)) == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<testsuites name="quantfence" tests="3" skipped="0" failures="3" errors="0">\n'
        '    <testsuite name="xtuner/v1/gated_deltanet.py" tests="2" skipped="0" failures="2" errors="0" '
        'package="org.quantfence">\n'
        '        <testcase name="org.quantfence.QF001" classname="xtuner/v1/gated_deltanet" line="103" column="13">\n'
        '            <failure message="`float8_cfg` is forwarded into GatedDeltaNet, which exclusion `gdn` keeps '
        'unquantized">line 103, col 13, `float8_cfg` is forwarded into GatedDeltaNet, which exclusion `gdn` keeps '
        "unquantized\n"
        "path: MoEConfig.float8_cfg (base.py:127) &#8594; MoE.build_layers (moe.py:1011) &#8594; "
        "GatedDeltaNetConfig.build\n"
        "layers: out_proj, in_proj_qkv, in_proj_z\n"
        "help: pass None, or declare a policy in the manifest</failure>\n"
        "        </testcase>\n"
        '        <testcase name="org.quantfence.QF001" classname="xtuner/v1/gated_deltanet" line="2" column="1">\n'
        '            <failure message="m">line 2, col 1, m</failure>\n'
        "        </testcase>\n"
        "    </testsuite>\n"
        '    <testsuite name="b.py" tests="1" skipped="0" failures="1" errors="0" package="org.quantfence">\n'
        '        <testcase name="org.quantfence.QF900" classname="b" line="3" column="7">\n'
        '            <failure message="a &lt; b &amp; c">line 3, col 7, a &lt; b &amp; c</failure>\n'
        "        </testcase>\n"
        "    </testsuite>\n"
        "</testsuites>"
    )


def test_no_findings_are_a_test_that_passes() -> None:
    assert document(report()) == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<testsuites name="quantfence" tests="1" skipped="0" failures="0" errors="0">\n'
        '    <testsuite name="quantfence" tests="1" skipped="0" failures="0" errors="0" package="org.quantfence">\n'
        '        <testcase name="No problems found" classname="quantfence" />\n'
        "    </testsuite>\n"
        "</testsuites>"
    )


def test_it_is_xml_whatever_the_texts_hold() -> None:
    nasty = "".join(map(chr, [*range(0x20), 0x7F, 0x85, 0x2028, 0xD800, 0xDCFF, 0xFFFE, 0xFFFF, 0x1F600])) + "]]>\"'&<"
    finding = at(1, 1)._replace(
        message=nasty, path=ROOT / (nasty.replace("\0", "") + ".py"), help=nasty, layers=(nasty,), flow=(Step(nasty),)
    )
    root = xml.fromstring(document(report(finding)))
    failure = root.find("testsuite/testcase/failure")
    assert failure is not None
    assert failure.attrib["message"].endswith("\U0001f600]]>\"'&<")
    assert failure.text is not None
    assert len(failure.text.splitlines()) == 4


def test_names_with_spaces_and_umlauts_and_from_elsewhere() -> None:
    findings = [at(1, 1)._replace(path=path) for path in (ROOT / "a b/ü.py", Path("/else/c.py"), ROOT / "v1.2/d.py")]
    root = xml.fromstring(document(report(*findings)))
    assert [suite.attrib["name"] for suite in root] == ["a b/ü.py", "/else/c.py", "v1.2/d.py"]
    assert [case.attrib["classname"] for case in root.iter("testcase")] == ["a b/ü", "/else/c", "v1.2/d"]


def test_findings_of_one_file_are_together_even_if_others_come_between() -> None:
    other = at(1, 1)._replace(path=ROOT / "b.py")
    root = xml.fromstring(document(report(at(1, 1), other, at(2, 1))))
    assert [(suite.attrib["name"], suite.attrib["tests"]) for suite in root] == [
        (str(FILE.relative_to(ROOT)), "2"),
        ("b.py", "1"),
    ]
