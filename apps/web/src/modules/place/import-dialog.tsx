import type { Output } from '@tongda/contract/core/endpoint';
import { placeKind, placeType } from '@tongda/contract/enums/place';
import {
  type ImportedPlace,
  maxImportPlaces,
  placeImport,
  placeImportCheck,
  placeImportTemplate,
} from '@tongda/contract/place/import';
import { Alert, Button, Modal, Table, Upload } from 'antd';
import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { fetchFile, upload } from '../../kit/api';
import { saveBlob } from '../../kit/downloads';
import { reportError, toast } from '../../kit/notify';

type Check = Output<typeof placeImportCheck>;
const maxMb = 10;

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

/** 导入: KML, GeoJSON or the template; what would happen to every place is shown before anything is written. */
export function PlaceImportDialog({ done, close }: { done: () => void; close: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [check, setCheck] = useState<Check | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  };
  const take = (chosen: File): void => {
    if (chosen.size > maxMb * 1024 * 1024) {
      toast('warning', `文件不能超过${maxMb}MB`);
      return;
    }
    setFile(chosen);
    setCheck(null);
    void run(async () => setCheck(await upload(placeImportCheck, formOf(chosen))));
  };
  const write = (): void => {
    if (!file) return;
    void run(async () => {
      const { added, skipped } = await upload(placeImport, formOf(file));
      toast('success', `已导入 ${added} 个${skipped > 0 ? `，${skipped} 个有误未导入` : ''}`);
      done();
      close();
    });
  };
  const template = (): void =>
    void run(async () => saveBlob(await fetchFile(placeImportTemplate), '区域站点导入模板.xlsx'));
  return (
    <Modal
      open
      title="导入区域、站点和电子线路"
      width={820}
      mask={{ closable: false }}
      okText={check ? `导入 ${check.valid} 个` : '导入'}
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !check || check.valid === 0 }}
      onOk={write}
      onCancel={close}
    >
      <div className="plc-import">
        <Upload.Dragger
          accept=".kml,.geojson,.json,.xlsx"
          maxCount={1}
          showUploadList={false}
          beforeUpload={(chosen) => {
            take(chosen);
            return false;
          }}
        >
          <FileUp className="td-ico" />
          <p>{file ? file.name : '点击或拖入 KML、GeoJSON 或模板 xlsx'}</p>
          <p className="td-cap">
            一次最多 {maxImportPlaces} 个，文件不超过 {maxMb}MB，坐标为 WGS-84
          </p>
        </Upload.Dragger>
        <Button icon={<Download />} onClick={template}>
          下载模板
        </Button>
      </div>
      {check ? (
        <>
          <Alert
            type={check.valid === check.total ? 'success' : 'warning'}
            showIcon
            title={`共 ${check.total} 个，可导入 ${check.valid} 个${check.valid < check.total ? `，${check.total - check.valid} 个有误（已排在前面），不会导入` : ''}`}
          />
          <Table<ImportedPlace>
            rowKey="no"
            size="small"
            className="plc-import-rows"
            dataSource={check.rows}
            pagination={false}
            virtual={check.rows.length > 200}
            scroll={{ y: 300, x: 760 }}
            columns={[
              { title: '序号', dataIndex: 'no', width: 56 },
              { title: '名称', dataIndex: 'name', width: 170, ellipsis: true },
              { title: '类别', width: 80, render: (_v, row) => placeKind.label(row.kind) },
              { title: '类型', width: 90, render: (_v, row) => placeType.label(row.placeType) },
              {
                title: '图形 / 原因',
                ellipsis: true,
                render: (_v, row) => (row.msg ? <span className="plc-wrong">{row.msg}</span> : row.ground),
              },
            ]}
          />
        </>
      ) : null}
    </Modal>
  );
}
