import { type PackageRow, stageShares, upgradeStart } from '@tongda/contract/resources/device-setup/package';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { LeftOut } from './apply-dialog';
import { DevicesField, numbersIn } from './devices-field';

const shares = stageShares.map((share) => `${share * 100}%`).join(' → ');

/** 升级: devices by their numbers, or all of the model, stage by stage; then those that were left out. */
export function UpgradeDialog({ of, done, close }: { of: PackageRow; done: () => void; close: () => void }) {
  const [pasted, setPasted] = useState('');
  const [reason, setReason] = useState('');
  const [lines, setLines] = useState<ReadonlyArray<{ deviceNo: string; ok: boolean; msg: string }> | null>(null);
  const deviceNos = numbersIn(pasted);
  const title = `升级 ${of.model} 到 ${of.fwVersion}`;
  if (lines)
    return (
      <LeftOut title={title} sent="升级任务共" next={`按 ${shares} 分批，设备上线后开始`} lines={lines} close={close} />
    );
  return (
    <FormDialog
      endpoint={upgradeStart}
      input={{ id: of.id, deviceNos, reason }}
      sure={{
        title: `确定升级${deviceNos.length === 0 ? `型号 ${of.model} 的全部设备` : ` ${deviceNos.length} 台设备`}？`,
        ok: '升级',
        danger: true,
      }}
      touched={pasted !== '' || reason !== ''}
      check
      stay
      danger
      done={({ total, left }) => {
        // devices that go are only counted
        const going = Array.from({ length: total }, (_, i) => ({ deviceNo: `${i}`, ok: true, msg: '' }));
        setLines([...going, ...left.map((line) => ({ ...line, ok: false }))]);
        done();
      }}
      close={close}
      title={title}
      okText="升级"
      width={480}
    >
      <p className="td-cap">分批下发：{shares}，上一批结束后自动开始下一批；失败超过10%自动停止</p>
      <Form layout="vertical">
        <DevicesField model={of.model} value={pasted} put={setPasted} />
        <AtField name="reason" label="原因" htmlFor="setup-reason">
          <Input id="setup-reason" maxLength={100} value={reason} onChange={(e) => setReason(e.target.value)} />
        </AtField>
      </Form>
    </FormDialog>
  );
}
