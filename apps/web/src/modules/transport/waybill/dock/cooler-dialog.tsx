import { departureCheck } from '@tongda/contract/transport/waybill/dock/departure';
import { type CoolerWay, departureCooler } from '@tongda/contract/transport/waybill/dock/site-work';
import { InputNumber, Modal } from 'antd';
import { Ban, Check } from 'lucide-react';
import { useState } from 'react';
import { newestOf } from '../../../../kit/call/use-act';
import { AtField } from '../../../../kit/dialog/act-bar';
import { FormDialog } from '../../../../kit/dialog/form';
import { formatTemp, minuteText } from '../../../../kit/show/format';
import '../styles.css';

interface CoolerDialogProps {
  waybill: {
    waybillCode: string;
    version: number;
    plateNo: string;
    driverName: string;
    setTemp: number | null;
    boxTemp: number | null;
    planDepartTime: string;
  };
  done: () => void;
  close: () => void;
}

/** 预冷指令: asks for the set temperature, and afterwards shows by which ways the driver was reached. */
export function CoolerDialog({ waybill, done, close }: CoolerDialogProps) {
  const [setTemp, setSetTemp] = useState<number | null>(waybill.setTemp);
  const [ways, setWays] = useState<CoolerWay[] | null>(null);
  const { waybillCode, version } = waybill;
  if (ways) return <Sent plateNo={waybill.plateNo} ways={ways} close={close} />;
  return (
    <FormDialog
      endpoint={departureCooler}
      input={setTemp === null ? null : { waybillCode, version, setTemp }}
      touched={setTemp !== waybill.setTemp}
      fresh={newestOf(departureCheck, { id: waybillCode })}
      done={(answer) => {
        setWays(answer.ways);
        done();
      }}
      stay
      close={close}
      width={440}
      title={`预冷指令 ${waybill.plateNo}`}
      okText="下发"
    >
      <div className="transport-waybill-sign">
        <p className="td-cap">
          {waybill.driverName}　当前厢温 {formatTemp(waybill.boxTemp)} ℃　计划 {minuteText(waybill.planDepartTime)} 发车
        </p>
        <div className="transport-waybill-field">
          设定温度 ℃
          <AtField name="setTemp">
            <InputNumber
              aria-label="设定温度(℃)"
              value={setTemp}
              min={-40}
              max={40}
              precision={1}
              onChange={setSetTemp}
            />
          </AtField>
        </div>
        <p className="td-cap">写入运单的设定温度，发到司机手机，并由车载终端显示和播报；冷机由司机操作。</p>
      </div>
    </FormDialog>
  );
}

/** The ways by which the order was sent (driver's phone, terminal), and whether each worked. */
function Sent({ plateNo, ways, close }: { plateNo: string; ways: CoolerWay[]; close: () => void }) {
  return (
    <Modal
      open
      width={440}
      title={`预冷指令 ${plateNo}`}
      okText="完成"
      cancelButtonProps={{ style: { display: 'none' } }}
      onOk={close}
      onCancel={close}
    >
      <ul className="transport-waybill-checks" aria-label="下发结果">
        {ways.map(({ way, ok, msg }) => (
          <li key={way} data-level={ok ? 'ok' : 'warn'}>
            {ok ? <Check /> : <Ban />}
            <span>
              {way}：{msg}
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
