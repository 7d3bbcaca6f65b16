"""A topic with a question of each kind, and runs of its programs, to draw screens from."""

from datetime import date

from quizcli.model.run import RunError, RunResult
from quizcli.model.text import Text
from quizcli.model.topic import (
    Choice,
    Demo,
    Fill,
    Fix,
    FollowUp,
    Myth,
    Option,
    Predict,
    Question,
    Recall,
    Topic,
)
from quizcli.screens.question import Asked
from tests.quizcli.screens import watched

TODAY = date(2026, 3, 2)

DEMO = Demo(
    id="second-pass",
    caption=Text(
        "The second pass finds its saved tensors gone.", "第二遍时，需要的张量已经不在了。"
    ),
    code=watched.DEMO,
    prints="tensor(6.)\nRuntimeError\n",
    variants={"n": (2, 3)},
)
DEMO_RUN = watched.RUNS["demo"]

RECALL = Recall(
    id="graph-release/why",
    level="junior",
    ask=Text(
        "You call `loss.backward()` twice in a row and get a RuntimeError. What is missing?",
        "连着调用两次 `loss.backward()`，第二次抛 RuntimeError。少了什么？",
    ),
    answer=Text(
        "The **saved tensors** are gone, not the nodes: activations are most of the memory.",
        "没了的是 **saved tensors**，不是节点：激活值占内存的大头。",
    ),
    points=(
        Text("The tensors saved for the derivatives are missing.", "少的是为求导保存的张量。"),
        Text("They are freed node by node during the first pass.", "第一遍中逐节点释放。"),
    ),
    follow_ups=(
        FollowUp(
            Text("Name an operation over which a second pass works.", "举一个能走第二遍的运算。"),
            Text("`x + 1`: it saves nothing.", "`x + 1`：它什么都不存。"),
            when=1,
        ),
    ),
    demo="second-pass",
)
CHOICE = Choice(
    id="graph-release/alive",
    level="mid",
    ask=Text("What of the graph is alive after `backward()`?", "`backward()` 之后图的什么还在？"),
    options=(
        Option(Text("The nodes, not what they saved.", "节点还在，它们保存的不在了。"), right=True),
        Option(
            Text("Nothing: backward destroys the whole graph.", "什么都没了：整张图被销毁。"),
            why=Text("The nodes can be walked through `grad_fn`.", "沿 `grad_fn` 还能走到节点。"),
        ),
    ),
    demo="second-pass",
)
PREDICT = Predict(
    id="graph-release/prints",
    level="senior",
    ask=Text("What is printed?", "会打印什么？"),
    code=watched.PREDICT,
    prints="tensor(2., grad_fn=<SumBackward0>)\nNone\n",
    hints=(Text("Was backward called?", "调用过 backward 吗？"),),
    why=Text("Nothing was sent back yet.", "还没有做反向传播。"),
)
PREDICT_RUN = watched.RUNS["predict"]
FILL = Fill(
    id="graph-release/keep",
    level="mid",
    ask=Text("Keep the graph for a second pass.", "为第二遍保留计算图。"),
    code="loss.backward(____)\nloss.backward()\n",
    solution=("retain_graph=True",),
    check="",
    why=Text("The flag keeps what was saved.", "这个参数保留已保存的张量。"),
)
FIX = Fix(
    id="graph-release/mend",
    level="senior",
    ask=Text("The second step raises. Mend it.", "第二步报错，请修好。"),
    code="h = f(h)\nh.sum().backward()\n",
    solution="h = f(h.detach())\nh.sum().backward()\n",
    check="",
)
FAILED = RunResult("failed", error=RunError("AssertionError", "the graph must be kept", 1))
RAISED = RunResult("raised", error=RunError("RuntimeError", "saved tensors were freed", 2))

TOPIC = Topic(
    id="graph-release",
    title=Text("What backward() frees", "backward() 之后到底释放了什么"),
    aliases=("second backward",),
    summary=Text(
        "An operation keeps what its derivative needs: `x * y` keeps **both**.\n\n"
        "- `exp` keeps its result;\n- `x + 1` keeps nothing.",
        "每个运算只保存求导要用的张量：`x * y` 保存**两个**输入。\n\n"
        "- `exp` 保存自己的结果；\n- `x + 1` 什么都不存。",
    ),
    demos=(DEMO,),
    questions=(RECALL, CHOICE, PREDICT, FILL, FIX),
    builds_on=("dynamic-graph",),
    see_also=("retain-graph",),
    pitfalls=(
        Text("`total += loss` keeps every step's graph.", "`total += loss` 会让每步的图都留着。"),
    ),
    myths=(
        Myth(
            Text("The nodes no longer exist.", "节点已经不存在了。"),
            Text("They stay; what they saved is gone.", "节点还在，没了的是它们保存的张量。"),
            "second-pass",
        ),
    ),
)


def asked(question: Question, **changes: object) -> Asked:
    """The question as the third of ten."""
    order = (1, 0) if isinstance(question, Choice) else ()
    return Asked(question, TOPIC, (3, 10), order=order)._replace(**changes)
