"""Shared helpers of train2.py and train_late.py: tables, tokenizer, bags of pieces, passages as the program embeds them."""
import os,re,json,glob,collections,pickle,random,struct,unicodedata,numpy as np,scipy.sparse as sp
from tokenizers import Tokenizer
D='./'; GEN='./gen/'; MODELS='./models/'
VAL={'preact-www','helm-www','bolt-python','tauri-docs','nushell.github.io','site'}
BASE='main/src/embed/static_ja_en/static-ja-en-256.bin'
BASELATE='main/src/embed/static_ja_en/late-ja-en-96.bin'
UNK=3; T=Tokenizer.from_file(MODELS+'tokenizer.json'); V=T.get_vocab_size()
PIECES=[p for p,_ in json.load(open(MODELS+'tokenizer.json'))['model']['vocab']]
def read_table(path=BASE):
    b=open(path,'rb').read(); _,ver,v,d=struct.unpack_from('<4s3I',b); s=np.frombuffer(b,'<f4',v,16); return (np.frombuffer(b,np.int8,v*d,16+4*v).reshape(v,d)*s[:,None]).astype(np.float32)
def write_table(path,W):   # as recipe/export.py
    W=W.astype(np.float32).copy(); W[:4]=0; W[-1]=0; s=np.abs(W).max(1)/127; s[s==0]=1; q=np.clip(np.round(W/s[:,None]),-127,127).astype(np.int8)
    open(path,'wb').write(struct.pack('<4s3I',b'SJE1',1,W.shape[0],W.shape[1])+s.astype('<f4').tobytes()+q.tobytes())
def read_late(path=BASELATE):
    b=open(path,'rb').read(); v,d=(int(x) for x in np.frombuffer(b[8:16],'<u4')); k=np.frombuffer(b,np.uint8,v,16); o=16+((v+3)&~3); s=np.frombuffer(b,'<f4',v,o); r=np.frombuffer(b,np.uint8,v*d//2,o+4*v).reshape(v,d//32,16)
    n=np.stack([r&15,r>>4],2).reshape(v,d).astype(np.float32)-8; return k.copy(),(n*s[:,None]).astype(np.float32)
def write_late(path,turned,kinds):   # as recipe/late_interaction.py from `turned` on
    V_,K=turned.shape; reach=np.sort(np.abs(turned),axis=1)[:,int((K-1)*.98)]; reach=np.maximum(reach,1e-9)[:,None]
    n=(np.clip(np.round(turned*7/reach),-7,7)+8).astype('u1').reshape(V_,K//32,2,16); rows=n[:,:,0]|n[:,:,1]<<4
    with open(path,'wb') as out: out.write(b'SJL1'+np.array([1,V_,K],'<u4').tobytes()); out.write(bytes(kinds)+bytes(-V_%4)); out.write((reach[:,0]/7).astype('<f4').tobytes()); out.write(rows.tobytes())
def turned_of(W,kept=96):
    W=W.astype('f8'); unit=W/np.maximum(np.linalg.norm(W,axis=1),1e-9)[:,None]; _,ax=np.linalg.eigh(unit.T@unit/len(W)); ax=ax[:,::-1][:,:kept]; ax=ax*np.sign(ax[np.abs(ax).argmax(0),range(kept)]); return W@ax
def ids_of(texts,B=2048):
    out=[]
    for b in range(0,len(texts),B):
        for e in T.encode_batch(texts[b:b+B],add_special_tokens=False): x=np.array(e.ids,np.int32); out.append(x[x!=UNK])
    return out
def bow(texts):
    ids=ids_of(texts); ptr=np.r_[0,np.cumsum([len(x) for x in ids])]; M=sp.csr_matrix((np.ones(ptr[-1],np.float32),np.concatenate(ids) if ids else [],ptr),shape=(len(texts),V)); M.sum_duplicates(); return M
def logtf(X):
    X=X.tocsr().copy(); X.data=np.where(X.data>0,1+np.log(np.maximum(X.data,1)),0).astype(np.float32); X.eliminate_zeros(); return X
JA=re.compile('[\u3041-\u30ff]')
def units(text): return [x.strip() for x in re.split(r'(?<=[。．!?！？\n])|(?<=\. )',re.sub(r'\n{2,}','\n',text)) if len(x.strip())>=4]
def chunks(text,size=800):
    out=[];cur=[];n=0
    for u in units(text):
        u=u[:400]; w=len(u)+len(JA.findall(u))+len(re.findall('[\u4e00-\u9fff]',u))
        if cur and n+w>size: out.append(cur); cur=[]; n=0
        cur.append(u); n+=w
    if cur: out.append(cur)
    return out
def passages(c):
    """Passages of a corpus as the program embeds them: context four times, then the text. -> bag, section number of each, ids"""
    f=D+f'data/{c}.bow.pkl'
    if os.path.exists(f): return pickle.load(open(f,'rb'))
    rows=[json.loads(l) for l in open(D+f'data/{c}.pass.jsonl',encoding='utf8')]; X=bow([(r['ctx']+'\n')*4+r['text'] for r in rows]); own=np.array([int(r['id'].split('#')[0]) for r in rows]); r=(X,own,[r['id'] for r in rows]); pickle.dump(r,open(f,'wb'),protocol=4); return r
def questions():
    """Generated questions so far: (n, section's language, same?, question)."""
    out=[];seen=set()
    for f in sorted(glob.glob(GEN+'t[0-9][0-9].out.jsonl')):
        lang={r['n']:r['lang'] for r in map(json.loads,open(f.replace('.out','.in'),encoding='utf8'))}
        for l in open(f,encoding='utf8'):
            try: r=json.loads(l)
            except ValueError: continue
            if r.get('n') not in lang or r['n'] in seen: continue
            seen.add(r['n'])
            for k in('same','other'):
                for q in r.get(k) or []:
                    if isinstance(q,str) and q.strip(): out.append((r['n'],lang[r['n']],k=='same',q.strip()))
    return out
_S=None
def secs():
    global _S
    if _S is None: _S=[json.loads(l) for l in open(D+'sections.jsonl',encoding='utf8')]
    return _S
