import { type FrameField, type FrameShown, frameKind } from '@tongda/contract/resources/frame/calls';
import { Button } from 'antd';
import { Copy, TriangleAlert } from 'lucide-react';
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { copyText } from '../../../kit/show/copy';
import { none } from '../../../kit/show/format';

/** Bytes in a line of the dump, and of a field that are shown in the table. */
const lineBytes = 16;
const shownBytes = 8;
/** A photo has thousands of lines that say nothing. */
const maxLines = 128;

interface FrameViewProps {
  frame: FrameShown;
  /** the group of fields that it is about, 位置 12: marked, and in sight */
  group?: string | undefined;
}

/** A frame: what it is, what is wrong with it, its bytes, and its fields. The bytes of the field under the mouse are marked. */
export function FrameView({ frame, group }: FrameViewProps) {
  const [marked, setMarked] = useState<FrameField | null>(null);
  return (
    <article>
      <header className="resources-frame-head">
        <h3>{frame.msgId === '' ? frameKind.label(frame.kind) : `${frame.msgId} ${frame.name}`}</h3>
        <span>
          {[
            frame.msgId === '' ? '' : frameKind.label(frame.kind),
            frame.edition === '' ? '' : `${frame.edition}版`,
            frame.phone === '' ? '' : `终端 ${frame.phone}`,
            frame.clause,
            `${frame.hex.length / 2} 字节`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Button size="small" icon={<Copy />} onClick={() => void copyText(frame.hex.toUpperCase())}>
          复制
        </Button>
      </header>
      {frame.faults.map((fault) => (
        <p key={`${fault.offset} ${fault.text}`} className="resources-frame-fault" role="alert">
          <TriangleAlert className="td-ico" /> {fault.text}
        </p>
      ))}
      <Dump frame={frame} marked={marked} />
      <Fields fields={frame.fields} group={group} mark={setMarked} />
    </article>
  );
}

/** The bytes in lines of sixteen, each line with the place of its first one. */
function Dump({ frame, marked }: { frame: FrameShown; marked: FrameField | null }) {
  const bytes = useMemo(() => frame.hex.toUpperCase().match(/../gu) ?? [], [frame.hex]);
  const starts = useMemo(
    () => Array.from({ length: Math.min(maxLines, Math.ceil(bytes.length / lineBytes)) }, (_, i) => i * lineBytes),
    [bytes],
  );
  const isWrong = (at: number): boolean =>
    frame.faults.some(({ offset, length }) => at >= offset && at < offset + length && length < bytes.length);
  const isMarked = (at: number): boolean =>
    marked !== null && at >= marked.offset && at < marked.offset + marked.length;
  return (
    <div className="resources-frame-dump" role="img" aria-label="原始字节">
      {starts.map((start) => (
        <Fragment key={start}>
          <span className="resources-frame-at">{start}</span>
          <span>
            {bytes.slice(start, start + lineBytes).map((byte, i) => {
              const at = start + i;
              const state = isMarked(at) ? 'on' : isWrong(at) ? 'bad' : '';
              return (
                <b key={at} className={state}>
                  {byte}
                </b>
              );
            })}
          </span>
        </Fragment>
      ))}
      {bytes.length > maxLines * lineBytes ? (
        <span className="resources-frame-more">
          其余 {bytes.length - maxLines * lineBytes} 字节未显示，可复制后查看
        </span>
      ) : null}
    </div>
  );
}

const placeOf = ({ offset, length }: FrameField): string =>
  length === 1 ? String(offset) : `${offset}–${offset + length - 1}`;

function hexWords(hex: string): string {
  const bytes = hex.toUpperCase().match(/../gu) ?? [];
  return bytes.length > shownBytes ? `${bytes.slice(0, shownBytes).join(' ')} …` : bytes.join(' ');
}

interface FieldsProps {
  fields: readonly FrameField[];
  group: string | undefined;
  mark: (field: FrameField | null) => void;
}

function Fields({ fields, group, mark }: FieldsProps) {
  const first = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (group !== undefined) first.current?.scrollIntoView({ block: 'center' });
  }, [group]);
  // items of a report are groups within its own: 位置 12 · 附加项 3
  const isOf = (name: string): boolean => group !== undefined && (name === group || name.startsWith(`${group} · `));
  return (
    <table className="resources-frame-fields" onMouseLeave={() => mark(null)}>
      <thead>
        <tr>
          <th className="num">字节</th>
          <th>字段</th>
          <th>值</th>
          <th>原始</th>
          <th>依据</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field, i) => (
          <Fragment key={field.offset}>
            {field.group !== '' && field.group !== fields[i - 1]?.group ? (
              <tr
                className="resources-frame-group"
                ref={field.group === group ? first : undefined}
                aria-current={isOf(field.group) ? 'true' : undefined}
              >
                <td colSpan={5}>{field.group}</td>
              </tr>
            ) : null}
            <tr className={isOf(field.group) ? 'resources-frame-of' : undefined} onMouseEnter={() => mark(field)}>
              <td className="num">{placeOf(field)}</td>
              <td className="resources-frame-name">{field.name}</td>
              <td>{field.value || none}</td>
              <td className="resources-frame-hex" title={field.hex.toUpperCase()}>
                {hexWords(field.hex)}
              </td>
              <td className="resources-frame-clause">{field.clause}</td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
