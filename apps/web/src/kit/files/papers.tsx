import { acceptOf, fileKinds } from '@tongda/contract/base/file/type';
import { maxPapers, type PaperCalls, type PaperFile } from '@tongda/contract/core/register/papers';
import { Button, Image } from 'antd';
import { FileText, Lock, Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { call } from '../call/api';
import { toast } from '../dialog/notify';
import { useInvalidate } from '../list/use-rows';
import { useCan } from '../session/can';
import { ErrorState, Loading } from '../show/states';
import { refusalOf, uploadFile } from './upload';
import './papers.css';
import { minuteMs } from '@tongda/contract/core/durations';
import { useAct } from '../call/use-act';
import { useAsk } from '../call/use-ask';

/** Links of pictures hold ten minutes; they are asked for again after half of it. */
const linkMs = 5 * minuteMs;

interface PaperFilesProps {
  of: PaperCalls;
  id: string;
  /** asked again after a change: it is noted in the change history */
  history: { path: `/${string}` };
  /** a record of somebody else: to look at only */
  fixed?: boolean;
}

/** 证照图片: pictures of the papers of one record, a row for each kind; who may edit adds and takes away. */
export function PaperFiles({ of, id, history, fixed = false }: PaperFilesProps) {
  const invalidate = useInvalidate();
  const editable = useCan(of.add) && !fixed;
  const answer = useAsk(of.list, { id }, { staleTime: linkMs });
  const changed = async (): Promise<void> => {
    await answer.refetch();
    void invalidate(history);
  };
  const remove = useAct((paper: PaperFile) => call(of.del, { id, paperId: paper.id }), {
    sure: ({ fileName }) => ({
      title: `确定删除 ${fileName}？`,
      content: '删除后不可恢复。',
      ok: '删除',
      danger: true,
    }),
    done: changed,
  });
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const papers = answer.data;
  return (
    <section className="kit-files-papers" aria-label="证照图片">
      {of.types.map(({ code, name }) => {
        const own = papers.filter((paper) => paper.docType === code);
        if (own.length === 0 && !editable) return null;
        return (
          <div key={code} className="kit-files-papers-row">
            <span>
              {name}
              <span className="td-cap">
                {own.length}/{maxPapers}
              </span>
            </span>
            <Image.PreviewGroup>
              {own.map((paper) => (
                <Tile key={paper.id} paper={paper} remove={editable ? () => void remove.run(paper) : undefined} />
              ))}
            </Image.PreviewGroup>
            {editable && own.length < maxPapers ? (
              <Adder name={name} add={(fileId) => call(of.add, { id, docType: code, fileId })} done={changed} />
            ) : null}
          </div>
        );
      })}
      {papers.length === 0 && !editable ? <p className="td-cap">还没有上传证照图片</p> : null}
      {editable ? (
        <p className="td-cap">
          支持 JPG、PNG、PDF，每个不超过 {fileKinds.paper.maxMb}MB，每种最多 {maxPapers} 张
        </p>
      ) : null}
    </section>
  );
}

function Tile({ paper, remove }: { paper: PaperFile; remove?: () => void }) {
  const words = `${paper.fileName}，${paper.userName} 于 ${paper.time} 上传`;
  return (
    <figure title={words}>
      {paper.url === null ? (
        <span className="kit-files-papers-file" title="需要“查看完整信息”权限才能查看">
          <Lock className="td-ico" />
          无查看权限
        </span>
      ) : paper.image ? (
        <Image src={paper.url} alt={paper.fileName} width={104} height={72} />
      ) : (
        <a className="kit-files-papers-file" href={paper.url} target="_blank" rel="noreferrer">
          <FileText className="td-ico" />
          PDF
        </a>
      )}
      <figcaption>{paper.fileName}</figcaption>
      {remove ? (
        <Button
          className="kit-files-papers-del"
          size="small"
          shape="circle"
          icon={<X />}
          aria-label={`删除 ${paper.fileName}`}
          onClick={remove}
        />
      ) : null}
    </figure>
  );
}

interface AdderProps {
  name: string;
  add: (fileId: string) => Promise<unknown>;
  done: () => Promise<void>;
}

function Adder({ name, add, done }: AdderProps) {
  const input = useRef<HTMLInputElement>(null);
  const send = useAct(async (file: File) => add((await uploadFile('paper', file, file.name)).id), {
    told: `${name}已上传`,
    done,
  });
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const refusal = await refusalOf('paper', file);
    if (refusal) toast('error', refusal);
    else await send.run(file);
  };
  return (
    <>
      <Button
        className="kit-files-papers-add"
        icon={<Plus />}
        loading={send.busy}
        aria-label={`上传${name}`}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`选择${name}文件`}
        accept={acceptOf(fileKinds.paper)}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}
