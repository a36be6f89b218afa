import { upgradeTarget } from '@tongda/contract/resources/device-setup/enums';
import {
  maxPackageMb,
  packageFields,
  packageFiles,
  packageUpload,
} from '@tongda/contract/resources/device-setup/package';
import { Button, Checkbox, Form, Input, type InputProps, Select } from 'antd';
import { FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { uploadFiles } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { ActDialog } from '../../../kit/dialog/form';
import './styles.css';

interface Draft {
  name: string;
  model: string;
  fwVersion: string;
  minVersion: string;
  force: boolean;
  target: number;
  maker: string;
  remark: string;
}
const start: Draft = {
  name: '',
  model: '',
  fwVersion: '',
  minVersion: '',
  force: false,
  target: 0,
  maker: '',
  remark: '',
};

/** 上传: a file of firmware and what it is for. */
export function PackageDialog({ done, close }: { done: () => void; close: () => void }) {
  const [draft, setDraft] = useState(start);
  const [file, setFile] = useState<File | null>(null);
  const put = (more: Partial<Draft>): void => setDraft((old) => ({ ...old, ...more }));
  const act = useAct((given: FormData) => uploadFiles(packageUpload, given, { quiet: true }), {
    done,
    told: '已上传，由另一人发布后可以升级',
  });
  const data = (): FormData => {
    const form = new FormData();
    for (const [key, value] of Object.entries(draft)) form.append(key, String(value));
    if (file) form.append('file', file);
    return form;
  };
  const good = packageFields.safeParse({ ...draft, force: String(draft.force) }).success && file !== null;
  return (
    <ActDialog
      act={act}
      input={good ? data() : null}
      touched={draft !== start || file !== null}
      close={close}
      title="上传升级包"
      okText="上传"
      width={520}
    >
      <Form layout="vertical">
        <AtField
          name="file"
          label="文件"
          htmlFor="package-file"
          extra={`${packageFiles.join('、')} 文件，最多 ${maxPackageMb} MB`}
        >
          <FileChoice file={file} choose={setFile} />
        </AtField>
        <div className="resources-device-setup-pair">
          <TextField name="name" label="名称" id="package-name" maxLength={30} draft={draft} put={put} />
          <TextField name="model" label="型号" id="package-model" maxLength={30} draft={draft} put={put} />
          <TextField
            name="fwVersion"
            label="版本"
            id="package-version"
            extra="格式 x.y.z"
            placeholder="1.2.0"
            draft={draft}
            put={put}
          />
          <TextField
            name="minVersion"
            label="最低版本"
            id="package-min"
            extra="低于该版本的设备不升级，留空不限"
            placeholder="1.0.0"
            draft={draft}
            put={put}
          />
          <AtField name="target" label="升级对象" htmlFor="package-target">
            <Select<number>
              id="package-target"
              value={draft.target}
              options={upgradeTarget.options.map(({ code, name }) => ({ value: code, label: name }))}
              onChange={(target) => put({ target })}
            />
          </AtField>
          <TextField
            name="maker"
            label="制造商编码"
            id="package-maker"
            extra="5位以内，按厂商说明，可不填"
            maxLength={5}
            draft={draft}
            put={put}
          />
        </div>
        <AtField name="force" extra="不比较设备现有版本，固件相同或更新也升级">
          <Checkbox checked={draft.force} onChange={(e) => put({ force: e.target.checked })}>
            强制升级
          </Checkbox>
        </AtField>
        <AtField name="remark" label="说明" htmlFor="package-remark">
          <Input.TextArea
            id="package-remark"
            rows={2}
            maxLength={200}
            value={draft.remark}
            onChange={(e) => put({ remark: e.target.value })}
          />
        </AtField>
      </Form>
    </ActDialog>
  );
}

interface TextFieldProps extends Pick<InputProps, 'id' | 'maxLength' | 'placeholder'> {
  name: Exclude<keyof Draft, 'force' | 'target'>;
  label: string;
  extra?: string;
  draft: Draft;
  put: (more: Partial<Draft>) => void;
}

function TextField({ name, label, extra, draft, put, ...input }: TextFieldProps) {
  return (
    <AtField name={name} label={label} htmlFor={input.id} extra={extra}>
      <Input {...input} value={draft[name]} onChange={(e) => put({ [name]: e.target.value })} />
    </AtField>
  );
}

function FileChoice({ file, choose }: { file: File | null; choose: (file: File | null) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="resources-device-setup-file">
      <Button icon={<FolderOpen />} onClick={() => picker.current?.click()}>
        选择文件
      </Button>
      <span>{file?.name ?? '未选择'}</span>
      <input
        ref={picker}
        id="package-file"
        type="file"
        hidden
        accept={packageFiles.join(',')}
        onChange={(e) => {
          choose(e.target.files?.[0] ?? null);
          // the same file, mended, may be chosen again
          e.target.value = '';
        }}
      />
    </div>
  );
}
