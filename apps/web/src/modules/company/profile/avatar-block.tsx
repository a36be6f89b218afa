import { acceptOf, fileKinds } from '@tongda/contract/base/file/type';
import { upHeadImg } from '@tongda/contract/company/profile/calls';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { toast } from '../../../kit/dialog/notify';
import { refusalOf, uploadFile } from '../../../kit/files/upload';
import { AvatarDialog } from './avatar-dialog';

interface AvatarBlockProps {
  name: string;
  url: string | null;
  editable: boolean;
  changed: () => Promise<void>;
}

/** The user's picture: choosing, cutting square, taking away. */
export function AvatarBlock({ name, url, editable, changed }: AvatarBlockProps) {
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const refusal = await refusalOf('avatar', file);
    if (refusal) return toast('error', refusal);
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      toast('error', '图片无法读取，请换一张');
    }
  };
  const save = async (square: Blob): Promise<unknown> =>
    call(upHeadImg, { fileId: (await uploadFile('avatar', square, '头像.jpg')).id });
  const remove = useAct(upHeadImg, { sure: { title: '恢复默认头像？', ok: '恢复' }, done: changed });
  return (
    <div className="company-profile-avatar">
      {url ? (
        <img src={url} alt={`${name}的头像`} width={72} height={72} />
      ) : (
        <span aria-hidden="true">{[...name].slice(-2).join('')}</span>
      )}
      {editable ? (
        <div>
          <Button onClick={() => input.current?.click()}>{url ? '更换头像' : '上传头像'}</Button>
          {url ? (
            <Button type="text" loading={remove.busy} onClick={() => void remove.run({ fileId: null })}>
              恢复默认
            </Button>
          ) : null}
          <p className="td-cap">JPG、PNG，不超过{fileKinds.avatar.maxMb}MB</p>
        </div>
      ) : null}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="选择头像图片"
        accept={acceptOf(fileKinds.avatar)}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {picture ? <AvatarDialog picture={picture} save={save} changed={changed} close={() => setPicture(null)} /> : null}
    </div>
  );
}
