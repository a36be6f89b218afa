import { Button, Upload } from 'antd';
import { Upload as UploadIcon } from 'lucide-react';
import { toast } from '../../../kit/dialog/notify';
import { refusalOf, uploadFile } from '../../../kit/files/upload';

interface VoucherFilesProps {
  files: readonly File[];
  change: (files: File[]) => void;
  /** files at most; one: a new one takes the place of the old */
  max: number;
  noun?: string;
}

/** Chosen pictures or PDF of a bank transfer; nothing is sent before `sendVouchers`. */
export function VoucherFiles({ files, change, max, noun = '凭证' }: VoucherFilesProps) {
  const take = async (chosen: File): Promise<void> => {
    const why = await refusalOf('document', chosen);
    const taken = /\.(?:jpe?g|png|pdf)$/iu.test(chosen.name);
    if (why || !taken) toast('warning', why ?? `${noun}应为 jpg、png 或 pdf`);
    else change(max === 1 ? [chosen] : [...files, chosen].slice(0, max));
  };
  return (
    <Upload
      accept=".jpg,.jpeg,.png,.pdf"
      maxCount={max}
      fileList={files.map((file, i) => ({ uid: String(i), name: file.name }))}
      beforeUpload={(chosen) => {
        void take(chosen);
        return false;
      }}
      onRemove={(gone) => change(files.filter((_, i) => String(i) !== gone.uid))}
    >
      <Button icon={<UploadIcon />} disabled={max > 1 && files.length >= max}>
        选择{noun}文件
      </Button>
    </Upload>
  );
}

/** Sends chosen vouchers; answers their ids in the same order. */
export async function sendVouchers(files: readonly File[]): Promise<string[]> {
  const ids: string[] = [];
  for (const file of files) ids.push((await uploadFile('document', file, file.name)).id);
  return ids;
}
