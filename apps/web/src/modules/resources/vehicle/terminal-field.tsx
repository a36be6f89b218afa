import { deviceKnock, terminalNo } from '@tongda/contract/resources/device/calls';
import { Button, Form, Input } from 'antd';
import { useAsk } from '../../../kit/call/use-ask';
import { RemoteSelect } from '../../../kit/form/input/remote-select';
import { searchDevices } from '../../base/reference/door';

interface TerminalFieldProps {
  /** true: a new terminal is entered by its number; false: one is chosen from stock */
  entering: boolean;
  setEntering: (entering: boolean) => void;
}

/** The field of a vehicle's terminal: one from stock, or a new one by its number. */
export function TerminalField({ entering, setEntering }: TerminalFieldProps) {
  const other = (
    <Button type="link" className="resources-vehicle-link" onClick={() => setEntering(!entering)}>
      {entering ? '从库存中选择' : '登记新终端'}
    </Button>
  );
  if (!entering) {
    return (
      <Form.Item
        name="deviceId"
        label="终端"
        rules={[{ required: true, message: '请选择终端' }]}
        extra={<>库存中没有？{other}</>}
      >
        <RemoteSelect search={searchDevices} placeholder="输入终端编号或SIM卡号，仅列出库存终端" />
      </Form.Item>
    );
  }
  return (
    <>
      <Form.Item
        name="terminalNo"
        label="终端编号"
        validateTrigger="onBlur"
        rules={[{ validator: async (_, value) => checkNumber(value) }]}
        extra={
          <>
            终端中设置的手机号（JT/T 808 消息头），开头的 0 可省略。
            {other}
          </>
        }
      >
        <Input maxLength={20} inputMode="numeric" placeholder="如 13912345678" />
      </Form.Item>
      <Knock />
    </>
  );
}

async function checkNumber(value: unknown): Promise<void> {
  const found = terminalNo.safeParse(value ?? '');
  if (!found.success) throw new Error(found.error.issues[0]?.message);
}

/** Tells, while the number is being entered, whether the terminal has already tried to connect to the gateway. */
function Knock() {
  const number = terminalNo.safeParse(Form.useWatch('terminalNo') ?? '');
  const { data } = useAsk(
    deviceKnock,
    { terminalNo: number.data ?? '' },
    { when: number.success, refetchInterval: 5_000 },
  );
  if (!number.success || data === undefined) return null;
  return (
    <p className="td-cap" role="status">
      {data
        ? `该终端在 ${data.lastTime} 连接过，登记后开始接收数据。`
        : '还没有收到该编号的连接，可先登记，终端上线后自动接收数据。'}
    </p>
  );
}
