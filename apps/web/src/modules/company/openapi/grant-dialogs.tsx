import { type GrantRow, grantChange, grantResetSecret } from '@tongda/contract/company/openapi/grants';
import { overlapH } from '@tongda/contract/company/openapi/signature';
import type { Output } from '@tongda/contract/core/endpoint';
import { Checkbox, Form, Input, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { FormDialog } from '../../../kit/dialog/form';
import { SecretDialog } from './secret-dialog';

interface DialogProps {
  row: GrantRow;
  close: () => void;
  done: () => Promise<void>;
}

export const grantName = ({ clientName, interfaceName }: GrantRow): string => `${clientName}：${interfaceName}`;

/** Calls a day, a second and (of a program) a minute. */
export function LimitFields({ ofApp }: { ofApp: boolean }) {
  return (
    <>
      <Form.Item name="dailyLimit" label="每日额度">
        <InputNumber min={1} max={10_000_000} precision={0} controls={false} suffix="次" style={{ width: 180 }} />
      </Form.Item>
      <Form.Item name="perSecond" label="此接口每秒上限，不填按接口的上限">
        <InputNumber min={1} max={100} precision={0} controls={false} suffix="次" style={{ width: 180 }} />
      </Form.Item>
      {ofApp ? (
        <Form.Item name="perMinute" label="应用每分钟上限（所有接口合计）">
          <InputNumber min={1} max={60_000} precision={0} controls={false} suffix="次" style={{ width: 180 }} />
        </Form.Item>
      ) : null}
    </>
  );
}

interface Values {
  dailyLimit?: number;
  perMinute?: number;
  perSecond?: number | null;
  ipList?: string[];
  remark?: string;
}

/** 调整: what an open interface was granted with, later. */
export function ChangeDialog({ row, close, done }: DialogProps) {
  const [form] = Form.useForm<Values>();
  return (
    <FormDialog
      endpoint={grantChange}
      form={form}
      initial={{
        dailyLimit: row.dailyLimit ?? row.dailyCalls,
        perMinute: row.perMinute ?? 600,
        perSecond: row.perSecond,
        ipList: row.ipList,
        remark: '',
      }}
      input={({ dailyLimit = 0, perMinute = 0, perSecond = null, ipList = [], remark = '' }) => ({
        id: row.id,
        version: row.version,
        dailyLimit,
        perMinute,
        perSecond,
        ipList,
        remark,
      })}
      check
      told="已调整，从下一次调用起生效"
      fresh={done}
      done={done}
      close={close}
      width={480}
      title={`调整 ${grantName(row)}`}
      okText="调整"
    >
      <p className="company-openapi-note">
        {row.appName || '全部应用'}。数据范围由企业在对接应用中设定{row.scope ? `，现为${row.scope}` : ''}。
      </p>
      <LimitFields ofApp={row.appId !== null} />
      {row.appId === null ? null : (
        <Form.Item name="ipList" label="IP白名单，不填则不限；每项输入后按回车">
          <Select mode="tags" open={false} suffixIcon={null} placeholder="203.0.113.7 或 203.0.113.0/24" />
        </Form.Item>
      )}
      <Form.Item name="remark" label="原因，企业会看到">
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={200} showCount />
      </Form.Item>
    </FormDialog>
  );
}

/** 重置密钥: for a company that lost it. The new one is shown here, once. */
export function ResetDialog({ row, close, done }: DialogProps) {
  const [atOnce, setAtOnce] = useState(false);
  const [shown, setShown] = useState<Output<typeof grantResetSecret> | null>(null);
  const reset = useAct(grantResetSecret, {
    fresh: done,
    done: (made) => {
      setShown(made);
      void done();
    },
  });
  if (shown)
    return (
      <SecretDialog
        of={shown}
        note={atOnce ? '原密钥已经失效。' : `原密钥在${overlapH}小时内仍可使用。请以安全的方式交给企业管理员。`}
        close={close}
      />
    );
  return (
    <Modal
      open
      title={`重置 ${row.clientName} ${row.appName} 的密钥`}
      okText="重置"
      cancelText="取消"
      confirmLoading={reset.busy}
      okButtonProps={{ danger: atOnce }}
      onOk={() => void reset.run({ id: row.id, version: row.version, atOnce })}
      onCancel={close}
    >
      <p className="company-openapi-note">
        {atOnce ? '使用原密钥的程序立即无法调用。' : `新密钥立即可用，原密钥继续有效${overlapH}小时，程序不中断。`}
        企业会收到消息。
      </p>
      <Checkbox checked={atOnce} onChange={(event) => setAtOnce(event.target.checked)}>
        原密钥已泄露，立即失效
      </Checkbox>
    </Modal>
  );
}
