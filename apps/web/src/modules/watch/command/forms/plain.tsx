import { commandLocate, commandProperties, commandRestart } from '@tongda/contract/watch/command/calls';
import { commandDriverCard } from '@tongda/contract/watch/command/driver-calls';
import { useState } from 'react';
import { CommandFrame, ReasonField } from './frame';
import type { CommandFormProps } from './props';

/** 查询位置: the terminal reports its place at once. */
export function LocateForm(props: CommandFormProps) {
  return (
    <CommandFrame {...props} endpoint={commandLocate} input={{}} title="查询位置" okText="查询">
      <p>终端收到后立即上报当前位置，不等下一次定时上报。</p>
    </CommandFrame>
  );
}

/** 查询终端属性: maker, model, SIM card, firmware. */
export function PropertiesForm(props: CommandFormProps) {
  return (
    <CommandFrame {...props} endpoint={commandProperties} input={{}} title="查询终端属性" okText="查询">
      <p>终端应答厂商、型号、终端ID、ICCID、硬件和固件版本。</p>
    </CommandFrame>
  );
}

/** 查询司机身份: whose card is in the terminal. */
export function DriverCardForm(props: CommandFormProps) {
  return (
    <CommandFrame {...props} endpoint={commandDriverCard} input={{}} title="查询司机身份" okText="查询">
      <p>终端应答当前插卡司机的姓名、发证机构和从业资格证有效期，同时记入司机刷卡记录。</p>
    </CommandFrame>
  );
}

/** 重启终端. */
export function RestartForm(props: CommandFormProps) {
  const [reason, setReason] = useState('');
  return (
    <CommandFrame {...props} endpoint={commandRestart} input={{ reason }} title="重启终端" okText="重启" danger>
      <p>
        终端会断开连接并重新启动，约一分钟后重新上线，期间没有定位和温度。15分钟内未验证过密码的，会先请您输入登录密码。
      </p>
      <ReasonField value={reason} put={setReason} />
    </CommandFrame>
  );
}
