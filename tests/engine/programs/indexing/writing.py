"""Assignments by square brackets: what is written, versions, histories and gradients."""

import warnings

import numpy as np  # noqa: F401 (used by statements below)
import torch

WRITES = """
x[0]=1
x[0]=1.5
x[0]=True
x[0]=1j
x[0]=torch.tensor(3.)
x[0]=torch.tensor([3.])
x[0]=torch.tensor([[3.]])
x[0]=torch.tensor([[[3.]]])
x[0]=torch.tensor(3)
x[0]=torch.tensor(3.,dtype=torch.float64)
x[0]=torch.tensor(True)
x[0]=V[:4]
x[0]=V[:5]
x[0]=V[:20].reshape(4,5)
x[0]=V[:20].reshape(1,4,5)
x[0]=V[:20].reshape(1,1,4,5)
x[0]=V[:60].reshape(3,4,5)
x[0]=[1,2,3,4,5]
x[0]=[1.]
x[0]=np.ones(5)
x[0]=np.float32(2)
x[0]=np.array(2.)
x[0]=None
x[0]='a'
x[:]=2
x[...]=2
x[()]=2
x[None]=2
x[1:]=V[:40].reshape(2,4,5)
x[1:,None]=V[:5]
x[i]=1
x[i]=1.5
x[i]=torch.tensor(3.)
x[i]=torch.tensor(3)
x[i]=torch.tensor(3.,dtype=torch.float64)
x[i]=torch.tensor([3])
x[i]=V[:5]
x[i]=V[:5].double()
x[i]=V[:5].long()
x[i]=V[:40].reshape(2,4,5)
x[i]=V[:40].reshape(1,2,4,5)
x[i]=V[:60].reshape(3,4,5)
x[i,i]=V[:10].reshape(2,5)
x[:,i]=V[:30].reshape(3,2,5)
x[i,:,i]=V[:8].reshape(2,4)
x[i,:,i]=V[:4]
x[j]=7
x[torch.tensor([0,0])]=V[:40].reshape(2,4,5)
x[b]=7
x[b]=V[:40].reshape(2,4,5)
x[b]=V[:60].reshape(3,4,5)
x[x>30]=0
x[x>30]=V[:29]
x[x>30]=V[:28]
x[x>30]=torch.tensor(5)
x[True]=3
x[False]=3
x[True]=V[:60].reshape(3,4,5)
x[None,True]=3
x[0,True]=3
x[torch.tensor(True)]=4
x[torch.tensor(False)]=4
x[z]=9
x[z,z]=V[:5]
x[[0,2]]=5
x[[[0,1],[2,3]]]=5
x[[0,1],[2,3]]=V[:5]
x[3]=1
x[torch.tensor([5])]=1
x[0,0,0,0]=1
x[0.]=1
x[::2]=V[:5]
x[::-1]=1
x[...,0]=V[:12].reshape(3,4)
x[...,None]=V[:60].reshape(3,4,5,1)
x[0,0,0]=V[:1]
x[0,0,0]=V[:2]
x[0,0,0]=torch.tensor(5)
x[0][1]=4
x[1]=x[0]
x[1:]=x[:-1]
x[:-1]=x[1:]
x[i]=x[1:]
y[0]=1.7
y[0]=True
y[0]=torch.tensor(1.7)
y[i]=1.7
y[i]=torch.tensor(1.7)
y[y>3]=1.9
y[0]=1j
y[0]=float('nan')
y[0]=10**30
m[0]=5
m[0]=0.5
m[i]=2
s[...]=5
s[()]=5
s[0]=5
s[True]=6
s[False]=6
s[None]=torch.tensor([3.])
s[:]=4
e[0]=1
e[:]=1
E3[0]=1
E3[0,0]=1
E3[:,0]=V[:2]
"""

WITH_GRADIENTS = """
c[0]=v[:20].reshape(4,5)
c[0]=v[0]
c[i]=v[:5]
c[i]=v[0]
c[i,i]=v[:5]
c[b]=v[:5]
c[c>30]=v[0]
c[0]=2.
c[i]=2.
c[:,1:3]=v[:10].reshape(2,5)
c[...,0]=v[:12].reshape(3,4)
c[torch.tensor([0,0])]=v[:5]
c[0][1]=v[:5]
c[1:][i[:1]]=v[:5]
c[True]=v[:5]
c[False]=v[:5]
c[0,0,0]=v[0]
c[0,0,0]=v[:1]
d[0]=v[:20].reshape(4,5)
d[i]=v[:5]
x[0]=1
x[i]=1
x[0]=v[:5]
x.detach()[0]=v[:5]
w=c[0]; w[1]=v[:5]
w=c[0]; c[0]=v[:5]; w.sum()
w=c[i]; c[0]=v[:5]
c[0]=c[1]*2
c[i]=c[1:]*2
"""

warnings.simplefilter("ignore")
i, j = torch.tensor([0, 2]), torch.tensor([[0, 1], [2, 0]])
b, z = torch.tensor([True, False, True]), torch.tensor(1)
V = torch.arange(100.0, 200.0)

for text in WRITES.strip().split("\n"):
    x, y = torch.arange(60.0).reshape(3, 4, 5), torch.arange(12).reshape(3, 4)
    m, s = torch.zeros(3, 2, dtype=torch.bool), torch.tensor(1.0)
    e, E3 = torch.empty(0), torch.ones(1, 4).expand(2, 4)
    try:
        exec(text)
        print(text, "->", [(float(t.double().sum()), t._version) for t in (x, y, m, s)])
    except Exception as error:
        print(text, "->", type(error).__name__)


def told(t, x, v):
    """The history of `t` and the gradients of what it was made from."""
    if t.grad_fn is None:
        return None
    weighted = t * torch.arange(1.0, 61.0).reshape(3, 4, 5)
    grads = torch.autograd.grad(weighted.sum(), [x, v], allow_unused=True)
    sums = [None if g is None else (g.sum().item(), (g * g).sum().item()) for g in grads]
    inputs = [n.name() if n else None for n, _ in t.grad_fn.next_functions]
    return t.grad_fn.name(), inputs, sums


for text in WITH_GRADIENTS.strip().split("\n"):
    x = torch.arange(60.0).reshape(3, 4, 5).clone().requires_grad_()
    v = torch.arange(100.0, 160.0).requires_grad_()
    c, d = x * 2, torch.arange(60.0).reshape(3, 4, 5)
    try:
        exec(text)
        t = d if text[0] == "d" else c
        print(text, "->", t._version, t.sum().item(), told(t, x, v))
    except Exception as error:
        print(text, "->", type(error).__name__)
