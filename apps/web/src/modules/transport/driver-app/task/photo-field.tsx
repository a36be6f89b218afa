import { maxActionFiles } from '@tongda/contract/transport/driver-app/calls';
import { Camera, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { OutboxPhoto } from '../offline/outbox-db';
import { photoOf } from './photo';

/** Photos that a step may carry beside a signature. */
const most = maxActionFiles - 1;

interface PhotoButtonProps {
  label: string;
  busy: boolean;
  done: (photos: OutboxPhoto[]) => Promise<void>;
}

/** Opens the camera; what was taken is made small and handed on. */
export function PhotoButton({ label, busy, done }: PhotoButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState('');
  const [working, setWorking] = useState(false);
  const take = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = [...(target.files ?? [])].slice(0, most);
    target.value = '';
    setWorking(true);
    setFault('');
    try {
      const photos: OutboxPhoto[] = [];
      for (const file of files) photos.push(await photoOf(file));
      if (photos.length > 0) await done(photos);
    } catch (error) {
      setFault(error instanceof Error ? error.message : '照片处理失败，请重拍');
    } finally {
      setWorking(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="transport-driver-app-chip"
        disabled={busy || working}
        onClick={() => input.current?.click()}
      >
        <Camera />
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => void take(event)}
      />
      {fault ? (
        <span className="transport-driver-app-fault" role="alert">
          {fault}
        </span>
      ) : null}
    </>
  );
}

interface PhotoFieldProps {
  photos: OutboxPhoto[];
  onChange: (photos: OutboxPhoto[]) => void;
}

/** The photos of a form as small pictures, each with a button that removes it. */
export function PhotoField({ photos, onChange }: PhotoFieldProps) {
  return (
    <div className="transport-driver-app-photos">
      {photos.map((photo) => (
        <Thumb key={photo.name} photo={photo} remove={() => onChange(photos.filter((one) => one !== photo))} />
      ))}
      {photos.length < most ? (
        <PhotoButton label="拍照" busy={false} done={async (added) => onChange([...photos, ...added].slice(0, most))} />
      ) : null}
    </div>
  );
}

function Thumb({ photo, remove }: { photo: OutboxPhoto; remove: () => void }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(photo.blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return (
    <span className="transport-driver-app-thumb">
      {url ? <img src={url} alt="照片" /> : null}
      <button type="button" aria-label="删除照片" onClick={remove}>
        <X />
      </button>
    </span>
  );
}
