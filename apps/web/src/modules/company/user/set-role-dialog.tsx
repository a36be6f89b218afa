import { type UserRow, userSetRole } from '@tongda/contract/company/user/calls';
import { Modal, Radio, Select } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '../../../kit/call/api';
import type { DictItem } from '../../../kit/call/dict-cache';
import { reportError } from '../../../kit/dialog/notify';
import type { BatchJob } from '../../../kit/list/batch-run';
import { loadGivableRoles } from '../role/door';
import './styles.css';
import { byPinyin } from '../../../kit/form/input/by-pinyin';

interface SetRoleDialogProps {
  ids: string[];
  rows: readonly UserRow[];
  run: (job: BatchJob) => Promise<void>;
  done: () => void;
  close: () => void;
}
const ways = [
  { value: 'add', label: '增加' },
  { value: 'remove', label: '移除' },
  { value: 'replace', label: '替换为' },
] as const;

/** 批量设角色: adds roles to the chosen users, takes them away, or replaces their roles. */
export function SetRoleDialog({ ids, rows, run, done, close }: SetRoleDialogProps) {
  const [how, setHow] = useState<(typeof ways)[number]['value']>('add');
  const [roleIds, setRoleIds] = useState<string[]>([]);
  const [roles, setRoles] = useState<DictItem[]>([]);
  useEffect(() => void loadGivableRoles().then(setRoles, reportError), []);
  const start = (): void => {
    close();
    void run({
      title: `为 ${ids.length} 个用户设角色`,
      ids,
      nameOf: (id) => rows.find((row) => row.id === id)?.name ?? id,
      done,
      step: (part) => call(userSetRole, { ids: part, roleIds, how }),
    });
  };
  return (
    <Modal
      open
      title={`为 ${ids.length} 个用户设角色`}
      okText="开始"
      cancelText="取消"
      okButtonProps={{ disabled: roleIds.length === 0 }}
      width={440}
      onOk={start}
      onCancel={close}
    >
      <div className="company-user-form-line">
        <span>方式</span>
        <Radio.Group options={[...ways]} value={how} onChange={(event) => setHow(event.target.value)} />
      </div>
      <div className="company-user-form-line">
        <span>角色</span>
        <Select<string[]>
          aria-label="角色"
          mode="multiple"
          style={{ width: '100%' }}
          placeholder="只列出您可以授予的角色"
          value={roleIds}
          options={roles.map(({ code, name }) => ({ value: String(code), label: name }))}
          showSearch={byPinyin}
          onChange={setRoleIds}
        />
      </div>
    </Modal>
  );
}
