import { type CoolerWay, departureCooler } from '@tongda/contract/transport/waybill/dock/site-work';
import { InputNumber, Modal } from 'antd';
import { Ban, Check } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../kit/call/api';
import { reportError } from '../../../../kit/dialog/notify';
import { shortTime, temp } from '../../../../kit/show/format';
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

/** 预冷指令: the set-point, and afterwards whom the word reached. */
export function CoolerDialog({ waybill, done, close }: CoolerDialogProps) {
  const [setTemp, setSetTemp] = useState<number | null>(waybill.setTemp);
  const [ways, setWays] = useState<CoolerWay[] | null>(null);
  const [busy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    if (setTemp === null) return;
    setBusy(true);
    try {
      const { waybillCode, version } = waybill;
      setWays((await call(departureCooler, { waybillCode, version, setTemp })).ways);
      done();
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={440}
      title={`预冷指令 ${waybill.plateNo}`}
      okText={ways ? '完成' : '下发'}
      cancelButtonProps={ways ? { style: { display: 'none' } } : {}}
      okButtonProps={{ loading: busy, disabled: setTemp === null }}
      onOk={() => (ways ? close() : void go())}
      onCancel={close}
    >
      {ways ? (
        <ul className="wbl-checks" aria-label="下发结果">
          {ways.map(({ way, ok, msg }) => (
            <li key={way} data-level={ok ? 'ok' : 'warn'}>
              {ok ? <Check /> : <Ban />}
              <span>
                {way}：{msg}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <div className="wbl-sign">
          <p className="td-cap">
            {waybill.driverName}　当前厢温 {temp(waybill.boxTemp)} ℃　计划{' '}
            {shortTime(waybill.planDepartTime).slice(0, 11)} 发车
          </p>
          <div className="wbl-field">
            设定温度 ℃
            <InputNumber
              aria-label="设定温度 ℃"
              value={setTemp}
              min={-40}
              max={40}
              precision={1}
              onChange={setSetTemp}
            />
          </div>
          <p className="td-cap">写入运单的设定温度，发到司机手机，并由车载终端显示和播报；冷机由司机操作。</p>
        </div>
      )}
    </Modal>
  );
}
