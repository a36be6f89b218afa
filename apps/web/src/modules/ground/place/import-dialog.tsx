import type { Output } from '@tongda/contract/core/endpoint';
import { keysOf } from '@tongda/contract/core/keys';
import { type ImportMode, importModes } from '@tongda/contract/core/register/import';
import { placeKind, placeType } from '@tongda/contract/ground/place/enums';
import {
  type ImportedPlace,
  maxImportPlaces,
  placeImport,
  placeImportCheck,
  placeImportRuns,
  placeImportTemplate,
} from '@tongda/contract/ground/place/import';
import { Alert, Button, Modal, Segmented, Table, Tabs, Upload } from 'antd';
import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { fetchFile, uploadFiles } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { toast } from '../../../kit/dialog/notify';
import { saveBlob } from '../../../kit/files/downloads';
import { ImportRuns } from '../../../kit/import/runs';

type Check = Output<typeof placeImportCheck>;
const maxMb = 10;

const modes = keysOf(importModes).map((value) => ({ value, label: importModes[value] }));
const actions = { add: '新增', update: '更新', none: '不导入' } as const;

const formOf = (file: File, mode: ImportMode): FormData => {
  const form = new FormData();
  form.append('mode', mode);
  form.append('file', file);
  return form;
};

/** 导入: KML, GeoJSON or the template; what would happen to every place is shown before anything is written, and an import can be taken back. */
export function PlaceImportDialog({ done, close }: { done: () => void; close: () => void }) {
  const [tab, setTab] = useState('import');
  const [file, setFile] = useState<File | null>(null);
  const [mode, setMode] = useState<ImportMode>('both');
  const [check, setCheck] = useState<Check | null>(null);
  const checking = useAct(
    ({ chosen, how }: { chosen: File; how: ImportMode }) => uploadFiles(placeImportCheck, formOf(chosen, how)),
    { done: setCheck },
  );
  const writing = useAct((chosen: File) => uploadFiles(placeImport, formOf(chosen, mode)), {
    told: ({ added, updated, skipped }) => {
      const parts = [`新增 ${added} 个`, `更新 ${updated} 个`, ...(skipped > 0 ? [`${skipped} 个有误未导入`] : [])];
      return `导入完成：${parts.join('，')}`;
    },
    done: () => {
      done();
      close();
    },
  });
  const template = useAct(async () => saveBlob(await fetchFile(placeImportTemplate), '区域站点导入模板.xlsx'));
  const take = (chosen: File, how: ImportMode): void => {
    if (chosen.size > maxMb * 1024 * 1024) {
      toast('warning', `文件不能超过${maxMb}MB`);
      return;
    }
    setFile(chosen);
    setMode(how);
    setCheck(null);
    void checking.run({ chosen, how });
  };
  return (
    <Modal
      open
      title="导入区域、站点和电子线路"
      width={860}
      mask={{ closable: false }}
      okText={check ? `导入 ${check.valid} 个` : '导入'}
      cancelText="取消"
      confirmLoading={checking.busy || writing.busy}
      okButtonProps={{ disabled: !check || check.valid === 0 }}
      footer={tab === 'runs' ? null : undefined}
      onOk={() => file && void writing.run(file)}
      onCancel={close}
    >
      <Tabs
        size="small"
        activeKey={tab}
        onChange={setTab}
        items={[
          {
            key: 'import',
            label: '导入',
            children: (
              <>
                <div className="ground-place-import-how">
                  <Segmented<ImportMode>
                    options={modes}
                    value={mode}
                    onChange={(next) => (file ? take(file, next) : setMode(next))}
                  />
                  <span className="td-cap">按类别和名称认出已有的；表格中空白的单元格不修改</span>
                </div>
                <div className="ground-place-import">
                  <Upload.Dragger
                    accept=".kml,.geojson,.json,.xlsx"
                    maxCount={1}
                    showUploadList={false}
                    beforeUpload={(chosen) => {
                      take(chosen, mode);
                      return false;
                    }}
                  >
                    <FileUp className="td-ico" />
                    <p>{file ? file.name : '点击或拖入 KML、GeoJSON 或模板 xlsx'}</p>
                    <p className="td-cap">
                      一次最多 {maxImportPlaces} 个，文件不超过 {maxMb}MB，坐标为 WGS-84
                    </p>
                  </Upload.Dragger>
                  <Button icon={<Download />} loading={template.busy} onClick={() => void template.run()}>
                    下载模板
                  </Button>
                </div>
                {check ? <Findings check={check} file={file} /> : null}
              </>
            ),
          },
          { key: 'runs', label: '导入记录', children: <ImportRuns of={placeImportRuns} done={done} /> },
        ]}
      />
    </Modal>
  );
}

/** What would happen to every place, the wrong ones first. */
function Findings({ check, file }: { check: Check; file: File | null }) {
  const wrong = check.total - check.valid;
  const { annotated } = check;
  const words = `共 ${check.total} 个，新增 ${check.adds} 个，更新 ${check.updates} 个`;
  return (
    <>
      <Alert
        type={wrong === 0 ? 'success' : 'warning'}
        showIcon
        title={`${words}${wrong > 0 ? `；${wrong} 个有误（已排在前面），不会导入` : ''}`}
        action={
          annotated ? (
            <Button size="small" icon={<Download />} onClick={() => saveCommented(annotated, file?.name ?? '')}>
              下载标注了错误的文件
            </Button>
          ) : undefined
        }
      />
      <Table<ImportedPlace>
        rowKey="no"
        size="small"
        className="ground-place-import-rows"
        dataSource={check.rows}
        pagination={false}
        virtual={check.rows.length > 200}
        scroll={{ y: 260, x: 800 }}
        columns={[
          { title: '序号', dataIndex: 'no', width: 56 },
          { title: '名称', dataIndex: 'name', width: 160, ellipsis: true },
          { title: '类别', width: 80, render: (_v, row) => placeKind.label(row.kind) },
          { title: '类型', width: 90, render: (_v, row) => placeType.label(row.placeType) },
          { title: '处理', width: 70, render: (_v, row) => actions[row.action] },
          {
            title: '图形 / 原因',
            ellipsis: true,
            render: (_v, row) => (row.msg ? <span className="ground-place-wrong">{row.msg}</span> : row.ground),
          },
        ]}
      />
    </>
  );
}

function saveCommented(base64: string, name: string): void {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  saveBlob(new Blob([bytes]), `${name.replace(/\.xlsx$/iu, '')}-错误标注.xlsx`);
}
