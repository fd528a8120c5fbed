"""Gives SMT-LIB files to the Python module of cvc5: a JSON object a line in, a JSON object a line out.

In: {"text": a file, "options": {name: value}}. Out: {"answer": what cvc5 printed} or {"error": what it complained of}.
"""
import json
import sys

import cvc5


def ask(text, options):
    solver = cvc5.Solver(cvc5.TermManager())
    for name, value in options.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
    symbols = parser.getSymbolManager()
    said = []
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return "".join(said)
        said.append(command.invoke(solver, symbols))


print(json.dumps({"version": cvc5.__version__}), flush=True)
for line in sys.stdin:
    query = json.loads(line)
    try:
        result = {"answer": ask(query["text"], query["options"])}
    except RuntimeError as error:
        result = {"error": str(error)}
    print(json.dumps(result), flush=True)
