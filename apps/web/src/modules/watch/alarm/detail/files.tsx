import { acceptOf, fileKinds } from '@tongda/contract/base/file/type';
import { maxHandleFiles } from '@tongda/contract/watch/alarm/calls';
import { Button } from 'antd';
import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { useAct } from '../../../../kit/call/use-act';
import { toast } from '../../../../kit/dialog/notify';
import { refusalOf, uploadFile } from '../../../../kit/files/upload';

export interface HandleFile {
  id: string;
  name: string;
}
interface AlarmFilesProps {
  files: readonly HandleFile[];
  change: (next: HandleFile[]) => void;
}

/** Photos and papers that belong to a handling; sent when they are chosen. */
export function AlarmFiles({ files, change }: AlarmFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const add = useAct(async (chosen: File[]) => {
    const room = maxHandleFiles - files.length;
    if (chosen.length > room) toast('warning', `附件最多${maxHandleFiles}个`);
    const sent: HandleFile[] = [];
    for (const file of chosen.slice(0, room)) {
      const refusal = await refusalOf('document', file);
      if (refusal) toast('error', `${file.name}：${refusal}`);
      else {
        const { id, fileName } = await uploadFile('document', file, file.name);
        sent.push({ id, name: fileName });
      }
    }
    change([...files, ...sent]);
  });
  return (
    <div className="watch-alarm-files">
      {files.map((file) => (
        <span key={file.id} className="watch-alarm-file">
          <Paperclip className="td-ico" />
          <span title={file.name}>{file.name}</span>
          <button
            type="button"
            className="td-plain"
            aria-label={`移除附件${file.name}`}
            onClick={() => change(files.filter(({ id }) => id !== file.id))}
          >
            <X className="td-ico" />
          </button>
        </span>
      ))}
      {files.length < maxHandleFiles ? (
        <Button size="small" icon={<Paperclip />} loading={add.busy} onClick={() => input.current?.click()}>
          添加附件
        </Button>
      ) : null}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="选择处理附件"
        accept={acceptOf(fileKinds.document)}
        onChange={(event) => {
          void add.run([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
