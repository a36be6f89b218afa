import { acceptOf, fileKinds } from '@tongda/contract/base/file/type';
import type { Output } from '@tongda/contract/core/endpoint';
import { vehiclePaper } from '@tongda/contract/resources/enums';
import { vehiclePaperAdd } from '@tongda/contract/resources/vehicle/calls';
import { maxPaperFiles, vehiclePaperMatch } from '@tongda/contract/resources/vehicle/checks';
import { Button, Modal, Table } from 'antd';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '../../../../kit/call/api';
import { useAct } from '../../../../kit/call/use-act';
import { toast } from '../../../../kit/dialog/notify';
import { refusalOf, uploadFile } from '../../../../kit/files/upload';
import { fileSize, none } from '../../../../kit/show/format';

interface Line {
  key: number;
  file: File;
  match: Output<typeof vehiclePaperMatch>[number];
  state: 'ready' | 'done' | 'failed';
  /** why the file was not, or cannot be, stored; '' otherwise */
  msg: string;
}

/** 证照批量上传: stores files with the vehicle and kind of paper that their names say. */
export function PaperBatch({ close, done }: { close: () => void; done: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [lines, setLines] = useState<Line[]>([]);
  const ready = lines.filter((line) => line.state === 'ready' && line.msg === '');
  const choosing = useAct(matchFiles, { done: setLines });
  const choose = (files: File[]): void => {
    if (files.length > maxPaperFiles) toast('warning', `一次最多${maxPaperFiles}个文件`);
    else if (files.length > 0) void choosing.run(files);
  };
  const sending = useAct(async () => {
    const put = (key: number, change: Partial<Line>): void =>
      setLines((old) => old.map((line) => (line.key === key ? { ...line, ...change } : line)));
    let kept = 0;
    for (const { key, file, match } of ready) {
      if (match.vehicleId === null || match.docType === null) continue;
      try {
        const { id: fileId } = await uploadFile('paper', file, file.name);
        await call(vehiclePaperAdd, { id: match.vehicleId, docType: match.docType, fileId }, { quiet: true });
        put(key, { state: 'done' });
        kept++;
      } catch (error) {
        put(key, { state: 'failed', msg: error instanceof Error ? error.message : '上传失败，请重试' });
      }
    }
    toast(kept === ready.length ? 'success' : 'warning', `已上传 ${kept} 个，失败 ${ready.length - kept} 个`);
    done();
  });
  const busy = choosing.busy || sending.busy;
  return (
    <Modal
      open
      width={860}
      title="证照批量上传"
      onCancel={close}
      maskClosable={false}
      footer={
        <>
          <Button onClick={close}>关闭</Button>
          <Button type="primary" disabled={ready.length === 0} loading={busy} onClick={() => void sending.run()}>
            {ready.length > 0 ? `上传 ${ready.length} 个` : '上传'}
          </Button>
        </>
      }
    >
      <p className="td-cap">
        文件名写明车牌号和证照类型，如 沪A12345_行驶证.jpg、粤B12345D 道路运输证.pdf；支持 JPG、PNG、PDF，每个不超过
        {fileKinds.paper.maxMb}MB，一次最多 {maxPaperFiles} 个
      </p>
      <Button icon={<Upload />} disabled={busy} onClick={() => input.current?.click()}>
        选择文件
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="选择证照文件"
        accept={acceptOf(fileKinds.paper)}
        onChange={(event) => {
          choose([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {lines.length > 0 ? <Lines lines={lines} /> : null}
    </Modal>
  );
}

const Lines = ({ lines }: { lines: Line[] }) => (
  <Table<Line>
    className="resources-vehicle-batch-table"
    size="small"
    rowKey="key"
    dataSource={lines}
    pagination={false}
    scroll={{ y: 360 }}
    columns={[
      { title: '文件名', ellipsis: true, render: (_, line) => line.file.name },
      { title: '大小', width: 80, align: 'right', render: (_, line) => fileSize(line.file.size) },
      { title: '车牌号', width: 110, render: (_, line) => line.match.plateNo || none },
      {
        title: '证照类型',
        width: 110,
        render: (_, line) => (line.match.docType ? vehiclePaper.label(line.match.docType) : none),
      },
      { title: '结果', width: 260, render: (_, line) => <Result line={line} /> },
    ]}
  />
);

/** Finds vehicle and kind of paper of each file by its name, and why a file cannot be stored. */
async function matchFiles(files: File[]): Promise<Line[]> {
  const matches = await call(vehiclePaperMatch, { names: files.map(({ name }) => name) });
  const found = await Promise.all(
    files.map(async (file, key): Promise<Line[]> => {
      const match = matches[key];
      if (!match) return [];
      return [{ key, file, match, state: 'ready', msg: match.msg || ((await refusalOf('paper', file)) ?? '') }];
    }),
  );
  return found.flat();
}

function Result({ line: { state, msg } }: { line: Line }) {
  if (state === 'done')
    return (
      <span className="td-dot" data-tone="green">
        已上传
      </span>
    );
  return msg ? (
    <span className={state === 'failed' ? 'resources-vehicle-bad' : 'resources-vehicle-warn'}>{msg}</span>
  ) : (
    <span>待上传</span>
  );
}
