import { type DeviceDetail, deviceDetail } from '@tongda/contract/resources/device/calls';
import { deviceSetSettings, settingLabels, settingNames } from '@tongda/contract/resources/device/settings';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { Facts } from '../../../kit/detail/page';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import { askToLeave } from '../../../kit/form/leave-guards';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { SettingsFields, settingHeld } from './settings-fields';

/** What the terminal answered to the interval that is wanted of it; '' where none is. */
function intervalWords({ settings: { own, model, intervalS, intervalState } }: DeviceDetail): string {
  const wanted = own.uploadIntervalS ?? model.uploadIntervalS;
  if (wanted === null) return '';
  if (wanted !== intervalS) return '（待终端上线后下发）';
  return intervalState === 'done' ? '（终端已执行）' : '（终端拒绝）';
}

/** 协议设置 of a terminal: what holds, and where it comes from. */
export function SettingsPanel({ device, changed }: { device: DeviceDetail; changed: () => void }) {
  const [editing, setEditing] = useState(false);
  const { own, model } = device.settings;
  const source = (name: (typeof settingNames)[number]): string =>
    own[name] !== null ? '（单独设置）' : model[name] !== null ? '（型号）' : '';
  return (
    <>
      <Facts
        title="协议设置"
        facts={settingNames.map((name) => [
          settingLabels[name],
          `${settingHeld(name, own, model)}${source(name)}${name === 'uploadIntervalS' ? intervalWords(device) : ''}`,
        ])}
      />
      <Can do={deviceSetSettings}>
        <div className="resources-device-access">
          <Button size="small" onClick={() => setEditing(true)}>
            修改协议设置
          </Button>
        </div>
      </Can>
      {editing ? <SettingsForm device={device} done={changed} close={() => setEditing(false)} /> : null}
    </>
  );
}

function SettingsForm({ device, done, close }: { device: DeviceDetail; done: () => void; close: () => void }) {
  const invalidate = useInvalidate();
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  const saved = (): void => {
    done();
    close();
  };
  const title = `终端 ${device.terminalNo} 的协议设置`;
  return (
    <Drawer open aria-label={title} closable={false} size={440} styles={{ body: { padding: 0 } }} onClose={leave}>
      <EditPanel
        title={title}
        endpoint={deviceSetSettings}
        initial={{ ...device.settings.own }}
        toInput={(values) => ({ ...values, id: device.id, version: device.version })}
        saved={saved}
        close={leave}
        reload={() => invalidate(deviceDetail)}
      >
        {() => <SettingsFields model={device.settings.model} />}
      </EditPanel>
    </Drawer>
  );
}
