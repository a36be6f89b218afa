import { acceptOf, type FileKindName, fileKinds } from '@tongda/contract/base/file/type';
import { Button } from 'antd';
import { FileText, Minus, Plus, RotateCcw, RotateCw, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useAct } from '../call/use-act';
import { toast } from '../dialog/notify';
import { refusalOf, uploadFile } from './upload';
import './pictures.css';

/** A file as pages show it. */
export interface Picture {
  id: string;
  name: string;
  url: string;
  /** false: a paper that the browser opens by itself */
  image: boolean;
}
const isImage = (name: string): boolean => /\.(?:jpe?g|png|webp)$/iu.test(name);

interface PictureInputProps {
  /** what the pictures are called: 回单图片 */
  label: string;
  max: number;
  kind?: FileKindName;
  value?: Picture[];
  onChange?: (next: Picture[]) => void;
  /** how a form is told that a field may be checked: here with every change */
  onBlur?: () => void;
}

/** Pictures that are sent when they are chosen or dropped; the order is the order of the pages. Works as the control of a form. */
export function PictureInput({ label, max, kind = 'image', value = [], onChange, onBlur }: PictureInputProps) {
  const put = (next: Picture[]): void => {
    onChange?.(next);
    onBlur?.();
  };
  const input = useRef<HTMLInputElement>(null);
  const adding = useAct(async (chosen: File[]) => {
    const room = max - value.length;
    if (chosen.length > room) toast('warning', `${label}最多${max}张`);
    const sent: Picture[] = [];
    try {
      for (const file of chosen.slice(0, room)) {
        const refusal = await refusalOf(kind, file);
        if (refusal) {
          toast('error', `${file.name}：${refusal}`);
          continue;
        }
        const { id, fileName, pathUrl } = await uploadFile(kind, file, file.name);
        sent.push({ id, name: fileName, url: pathUrl, image: isImage(fileName) });
      }
    } finally {
      // what was sent before one failed stays
      if (sent.length > 0) put([...value, ...sent]);
    }
  });
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    if (adding.busy) toast('warning', '上一批图片正在上传，请稍后再放入');
    else void adding.run([...event.dataTransfer.files]);
  };
  return (
    <section
      className="kit-files-pictures"
      aria-label={label}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {value.map((picture, i) => (
        <span key={picture.id} className="kit-files-picture">
          <Thumb picture={picture} />
          <span className="kit-files-picture-no">{i + 1}</span>
          <button
            type="button"
            className="td-plain kit-files-picture-remove"
            aria-label={`移除${picture.name}`}
            onClick={() => put(value.filter(({ id }) => id !== picture.id))}
          >
            <X className="td-ico" />
          </button>
        </span>
      ))}
      {value.length < max ? (
        <Button
          className="kit-files-picture-add"
          type="dashed"
          icon={<Plus />}
          loading={adding.busy}
          onClick={() => input.current?.click()}
        >
          {value.length}/{max}
        </Button>
      ) : null}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={`选择${label}`}
        accept={acceptOf(fileKinds[kind])}
        onChange={(event) => {
          void adding.run([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </section>
  );
}

function Thumb({ picture }: { picture: Picture }) {
  return picture.image ? (
    <img src={picture.url} alt={picture.name} loading="lazy" />
  ) : (
    <span className="kit-files-picture-paper" title={picture.name}>
      <FileText />
      {picture.name}
    </span>
  );
}

const steps = { zoom: 0.25, turn: 90, least: 0.25, most: 5 } as const;
/** How the large picture is looked at: factor, degrees, and px that it was moved by. */
const upright = { scale: 1, turn: 0, x: 0, y: 0 };
type View = typeof upright;
type SetView = (change: (view: View) => View) => void;

/** One large picture that can be zoomed, turned and moved, and the others below it. */
export function PictureViewer({ pictures, start = 0 }: { pictures: readonly Picture[]; start?: number }) {
  const [at, setAt] = useState(start);
  const [view, setView] = useState(upright);
  const shown = pictures[Math.min(at, pictures.length - 1)];
  if (!shown) return null;
  const show = (i: number): void => {
    setAt(i);
    setView(upright);
  };
  return (
    <section className="kit-files-viewer" aria-label="图片查看">
      <ViewerBar picture={shown} place={`${at + 1} / ${pictures.length}`} view={view} setView={setView} />
      <ViewerStage picture={shown} view={view} setView={setView} />
      {pictures.length > 1 ? (
        <div className="kit-files-pictures">
          {pictures.map((picture, i) => (
            <button
              key={picture.id}
              type="button"
              className="td-plain kit-files-picture"
              aria-label={`第${i + 1}张`}
              aria-pressed={i === at}
              onClick={() => show(i)}
            >
              <Thumb picture={picture} />
            </button>
          ))}
        </div>
      ) : null}
    </section>
  );
}

const zoomBy =
  (step: number) =>
  (view: View): View => ({ ...view, scale: Math.min(steps.most, Math.max(steps.least, view.scale + step)) });
const turnBy =
  (step: number) =>
  (view: View): View => ({ ...view, turn: view.turn + step });

interface ViewerPartProps {
  picture: Picture;
  view: View;
  setView: SetView;
}

function ViewerBar({ picture, place, view, setView }: ViewerPartProps & { place: string }) {
  const disabled = !picture.image;
  const tool = (label: string, icon: ReactNode, change: (old: View) => View) => (
    <Button type="text" icon={icon} aria-label={label} disabled={disabled} onClick={() => setView(change)} />
  );
  return (
    <div className="kit-files-viewer-bar">
      <span>
        {place} {picture.name}
      </span>
      {tool('缩小', <Minus />, zoomBy(-steps.zoom))}
      <output>{Math.round(view.scale * 100)}%</output>
      {tool('放大', <Plus />, zoomBy(steps.zoom))}
      {tool('左转', <RotateCcw />, turnBy(-steps.turn))}
      {tool('右转', <RotateCw />, turnBy(steps.turn))}
      <Button type="text" disabled={disabled} onClick={() => setView(() => upright)}>
        复位
      </Button>
      <a href={picture.url} target="_blank" rel="noreferrer">
        原件
      </a>
    </div>
  );
}

/** The large picture: the wheel zooms it, dragging moves it. A file that is no picture is opened beside the page. */
function ViewerStage({ picture, view, setView }: ViewerPartProps) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return (
    <div
      className="kit-files-viewer-stage"
      onWheel={(event) => setView(zoomBy(event.deltaY < 0 ? steps.zoom : -steps.zoom))}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX - view.x, y: event.clientY - view.y };
      }}
      onPointerMove={(event) => {
        const start = from.current;
        if (start) setView((old) => ({ ...old, x: event.clientX - start.x, y: event.clientY - start.y }));
      }}
      onPointerUp={() => {
        from.current = null;
      }}
    >
      {picture.image ? (
        <img
          src={picture.url}
          alt={picture.name}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) rotate(${view.turn}deg) scale(${view.scale})` }}
        />
      ) : (
        <a className="kit-files-picture-paper" href={picture.url} target="_blank" rel="noreferrer">
          <FileText />
          打开 {picture.name}
        </a>
      )}
    </div>
  );
}

/** A row of small pictures; a click opens the viewer where the page puts it. */
export function PictureRow({ pictures, open }: { pictures: readonly Picture[]; open: (at: number) => void }) {
  return (
    <div className="kit-files-pictures">
      {pictures.map((picture, i) => (
        <button
          key={picture.id}
          type="button"
          className="td-plain kit-files-picture"
          aria-label={`查看${picture.name}`}
          onClick={() => open(i)}
        >
          <Thumb picture={picture} />
        </button>
      ))}
    </div>
  );
}
