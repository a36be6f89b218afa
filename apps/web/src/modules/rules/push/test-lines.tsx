import type { TestLine } from '@tongda/contract/rules/push/calls';
import { pushChannel } from '@tongda/contract/rules/push/enums';
import { Modal } from 'antd';
import { CircleCheck, CircleX } from 'lucide-react';
import './styles.css';

/** What came of a test, a line a receiver and channel. */
export function TestResult({ name, lines, close }: { name: string; lines: TestLine[]; close: () => void }) {
  const failed = lines.filter(({ ok }) => !ok).length;
  return (
    <Modal
      open
      title={`${name} 测试发送`}
      width={560}
      okText="知道了"
      cancelButtonProps={{ style: { display: 'none' } }}
      onOk={close}
      onCancel={close}
    >
      <p className="rules-push-test-sum">
        {lines.length === 0
          ? '没有可以测试的接收人：部门负责人和车辆司机随车辆而定，报警时才知道。'
          : failed === 0
            ? `${lines.length} 条测试消息都已发出。`
            : `${lines.length - failed} 条已发出，${failed} 条没有发出。`}
      </p>
      <ul className="rules-push-test">
        {lines.map((line) => (
          <li key={`${line.channel} ${line.receiver} ${line.address}`} data-ok={line.ok}>
            {line.ok ? <CircleCheck className="td-ico" /> : <CircleX className="td-ico" />}
            <b>{pushChannel.label(line.channel)}</b>
            <span>
              {line.receiver} {line.address}
            </span>
            <em>{line.msg}</em>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
