import {
  clearMark,
  type ImportCalls,
  type ImportCheck,
  type ImportMode,
  importLimits,
  importModes,
} from '@tongda/contract/core/register/import';
import { Alert, Button, Modal, Segmented, Tabs, Upload } from 'antd';
import { Download, FileSpreadsheet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { fetchFile, uploadFiles } from '../call/api';
import { ApiError } from '../call/api-error';
import { useAct } from '../call/use-act';
import { toast } from '../dialog/notify';
import { saveBlob } from '../files/downloads';
import { fileSize } from '../show/format';
import { ImportPreview } from './preview';
import { ImportResult, ImportRuns } from './runs';
import './dialog.css';

interface ImportDialogProps {
  /** the import calls of a register */
  of: ImportCalls;
  /** what the drop-downs of the template offer: 部门、车队 */
  choices?: string;
  /** something was written or taken back: ask again for what is shown */
  done: () => void;
  close: () => void;
}
// keys of the table of modes
const modes = Object.entries(importModes).map(([value, label]) => ({ value: value as ImportMode, label }));
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** As long as the result offers to take the import back, time enough to walk there with the tab key; afterwards 导入记录 does. */
const undoSeconds = 30;

/** 导入: template, upload, a dry run that shows every wrong cell, then all rows or the right ones; and what was imported, to take it back. */
export function ImportDialog(props: ImportDialogProps) {
  const { of, done, close } = props;
  const [tab, setTab] = useState('import');
  const state = useImport(props);
  return (
    <Modal
      open
      title={`导入${of.noun}`}
      width={960}
      className="kit-import"
      mask={{ closable: false }}
      onCancel={close}
      footer={tab === 'import' ? <Footer state={state} close={close} /> : null}
    >
      <Tabs
        size="small"
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'import', label: '导入', children: <Steps {...props} state={state} /> },
          { key: 'runs', label: '导入记录', children: <ImportRuns of={of} done={done} /> },
        ]}
      />
    </Modal>
  );
}

interface ImportState {
  mode: ImportMode;
  file: File | null;
  checked: ImportCheck | null;
  fault: string;
  busy: boolean;
  setMode: (mode: ImportMode) => void;
  check: (file: File, mode: ImportMode) => Promise<void>;
  commit: () => Promise<void>;
}

function useImport({ of, done, close }: ImportDialogProps): ImportState {
  const [mode, setMode] = useState<ImportMode>('both');
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<ImportCheck | null>(null);
  const [fault, setFault] = useState('');
  const checking = useAct((data: FormData) => uploadFiles(of.check, data, { quiet: true }), {
    done: setChecked,
    failed: (error) => {
      setFault(error instanceof ApiError ? error.message : '文件无法检查，请稍后重试');
      return true;
    },
  });
  const committing = useAct((data: FormData) => uploadFiles(of.run, data), {
    stale: [of.history],
    done: (result) => {
      const run = { ...result, id: result.runId, fileName: file?.name ?? '' };
      const words = resultWords(result, of.unit);
      const undoable = result.added + result.updated > 0;
      toast('success', undoable ? <ImportResult {...{ words, of, run, done }} /> : words, undoable ? undoSeconds : 5);
      done();
      close();
    },
  });
  const check = async (chosen: File, how: ImportMode): Promise<void> => {
    setFile(chosen);
    setChecked(null);
    setFault(faultOf(chosen));
    if (!faultOf(chosen)) await checking.run(importForm(chosen, how));
  };
  const commit = async (): Promise<void> => {
    if (file && checked) await committing.run(importForm(file, mode, checked.invalid > 0 ? 'valid' : 'all'));
  };
  return { mode, file, checked, fault, busy: checking.busy || committing.busy, setMode, check, commit };
}

function Steps({ of, choices, state }: ImportDialogProps & { state: ImportState }) {
  const { mode, file, checked, fault, busy, setMode, check } = state;
  const downloadTemplate = useAct(() => fetchFile(of.template), {
    done: (file) => saveBlob(file, `${of.noun}导入模板.xlsx`),
  });
  return (
    <>
      <Step number={1} title="下载模板并填写">
        <Button icon={<Download />} onClick={() => void downloadTemplate.run()}>
          下载模板
        </Button>
        <span className="td-cap">
          xlsx，最多 {importLimits.maxRows} 行、{fileSize(importLimits.maxBytes)}
          {choices ? `；下拉选项取自本公司的${choices}` : ''}
          ；更新时空白单元格不修改，填“{clearMark}”则清空
        </span>
      </Step>
      <Step number={2} title="选择导入方式并上传">
        <Segmented<ImportMode>
          options={modes}
          value={mode}
          disabled={busy}
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
          <span className="kit-import-drop">
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
    </>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="kit-import-step">
      <h3>
        <i>{number}</i>
        {title}
      </h3>
      <div>{children}</div>
    </section>
  );
}

function Footer({ state, close }: { state: ImportState; close: () => void }) {
  const { checked, busy, file } = state;
  const annotated = checked?.annotated;
  const partly = checked !== null && checked.invalid > 0;
  return (
    <div className="kit-import-foot">
      {annotated ? (
        <Button icon={<Download />} onClick={() => saveAnnotated(annotated, file?.name ?? '')}>
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
          onClick={() => void state.commit()}
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

function importForm(file: File, mode: ImportMode, commit?: 'all' | 'valid'): FormData {
  const data = new FormData();
  data.set('mode', mode);
  if (commit) data.set('commit', commit);
  data.set('file', file);
  return data;
}

function saveAnnotated(base64: string, fileName: string): void {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  saveBlob(new Blob([bytes], { type: xlsx }), fileName.replace(/\.xlsx$/iu, '-错误标注.xlsx'));
}

function resultWords(
  { added, updated, skipped }: { added: number; updated: number; skipped: number },
  unit: string,
): string {
  const parts = [
    added > 0 ? `新增 ${added} ${unit}` : '',
    updated > 0 ? `更新 ${updated} ${unit}` : '',
    skipped > 0 ? `跳过 ${skipped} 行` : '',
  ];
  return `导入完成：${parts.filter(Boolean).join('，')}`;
}
