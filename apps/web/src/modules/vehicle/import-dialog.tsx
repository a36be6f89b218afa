import {
  type ImportCheck,
  type ImportMode,
  importLimits,
  importModes,
  vehicleImport,
  vehicleImportCheck,
  vehicleImportTemplate,
} from '@tongda/contract/vehicle/import';
import { Alert, Button, Modal, Segmented, Upload } from 'antd';
import { Download, FileSpreadsheet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { fetchFile, upload } from '../../kit/api';
import { ApiError } from '../../kit/api-error';
import { saveBlob } from '../../kit/downloads';
import { fileSize } from '../../kit/format';
import { reportError, toast } from '../../kit/notify';
import { ImportPreview } from './import-preview';
import './import-dialog.css';

interface ImportDialogProps {
  done: () => void;
  close: () => void;
}
const modes = Object.entries(importModes).map(([value, label]) => ({ value: value as ImportMode, label }));
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** 导入: template, upload, a dry run that shows every wrong cell, then all rows or the right ones. */
export function ImportDialog({ done, close }: ImportDialogProps) {
  const [mode, setMode] = useState<ImportMode>('both');
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<ImportCheck | null>(null);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const check = async (chosen: File, how: ImportMode): Promise<void> => {
    setFile(chosen);
    setChecked(null);
    setFault(faultOf(chosen));
    if (faultOf(chosen)) return;
    setBusy(true);
    try {
      setChecked(await upload(vehicleImportCheck, form(chosen, how), { quiet: true }));
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : '文件无法检查，请稍后重试');
    } finally {
      setBusy(false);
    }
  };
  const commit = async (): Promise<void> => {
    if (!file || !checked) return;
    setBusy(true);
    try {
      const result = await upload(vehicleImport, form(file, mode, checked.invalid > 0 ? 'valid' : 'all'));
      toast('success', resultWords(result), 5);
      done();
      close();
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="导入车辆"
      width={960}
      className="veh-import"
      mask={{ closable: false }}
      onCancel={close}
      footer={
        <Footer checked={checked} busy={busy} close={close} commit={() => void commit()} fileName={file?.name ?? ''} />
      }
    >
      <Step number={1} title="下载模板并填写">
        <Button icon={<Download />} onClick={() => void template()}>
          下载模板
        </Button>
        <span className="td-cap">
          xlsx，最多 {importLimits.maxRows} 行、{fileSize(importLimits.maxBytes)}
          ；下拉选项取自本公司的组织、车队、承运商和司机
        </span>
      </Step>
      <Step number={2} title="选择导入方式并上传">
        <Segmented<ImportMode>
          options={modes}
          value={mode}
          onChange={(next) => {
            setMode(next);
            if (file) void check(file, next);
          }}
        />
        <Upload.Dragger
          accept=".xlsx"
          showUploadList={false}
          disabled={busy}
          beforeUpload={(chosen) => {
            void check(chosen, mode);
            return false;
          }}
        >
          <span className="veh-drop">
            <FileSpreadsheet className="td-ico" />
            {busy && !checked
              ? '正在检查…'
              : file
                ? `${file.name}（${fileSize(file.size)}），点击或拖入可更换`
                : '点击选择文件，或拖到这里'}
          </span>
        </Upload.Dragger>
      </Step>
      {fault ? <Alert type="error" showIcon title={fault} /> : null}
      {checked ? <ImportPreview checked={checked} /> : null}
    </Modal>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="veh-step">
      <h3>
        <i>{number}</i>
        {title}
      </h3>
      <div>{children}</div>
    </section>
  );
}

interface FooterProps {
  checked: ImportCheck | null;
  busy: boolean;
  fileName: string;
  close: () => void;
  commit: () => void;
}
function Footer({ checked, busy, fileName, close, commit }: FooterProps) {
  const annotated = checked?.annotated;
  const partly = checked !== null && checked.invalid > 0;
  return (
    <div className="veh-import-foot">
      {annotated ? (
        <Button icon={<Download />} onClick={() => saveAnnotated(annotated, fileName)}>
          下载标注了错误的文件
        </Button>
      ) : (
        <span />
      )}
      <span>
        <Button onClick={close}>取消</Button>
        <Button
          type="primary"
          loading={busy && checked !== null}
          disabled={!checked || checked.valid === 0}
          onClick={commit}
        >
          {!checked ? '确认导入' : partly ? `只导入正确的 ${checked.valid} 行` : `确认导入 ${checked.valid} 行`}
        </Button>
      </span>
    </div>
  );
}

const faultOf = (file: File): string => {
  if (!/\.xlsx$/iu.test(file.name)) return '请上传 .xlsx 文件；旧版 .xls 请先另存为 .xlsx';
  return file.size > importLimits.maxBytes ? `文件不能超过${importLimits.maxBytes / 1024 / 1024}MB` : '';
};

function form(file: File, mode: ImportMode, commit?: 'all' | 'valid'): FormData {
  const data = new FormData();
  data.set('mode', mode);
  if (commit) data.set('commit', commit);
  data.set('file', file);
  return data;
}

async function template(): Promise<void> {
  try {
    saveBlob(await fetchFile(vehicleImportTemplate), '车辆导入模板.xlsx');
  } catch (error) {
    reportError(error);
  }
}

function saveAnnotated(base64: string, fileName: string): void {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  saveBlob(new Blob([bytes], { type: xlsx }), fileName.replace(/\.xlsx$/iu, '-错误标注.xlsx'));
}

function resultWords({ added, updated, skipped }: { added: number; updated: number; skipped: number }): string {
  const parts = [
    added > 0 ? `新增 ${added} 辆` : '',
    updated > 0 ? `更新 ${updated} 辆` : '',
    skipped > 0 ? `跳过 ${skipped} 行` : '',
  ];
  return `导入完成：${parts.filter(Boolean).join('，')}`;
}
