import { deviceModelOptions } from '@tongda/contract/resources/device/calls';
import { portableRegister } from '@tongda/contract/resources/equipment/portable';
import { Input } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { type Found, RemoteSelect } from '../../../kit/form/input/remote-select';
import { readScanned, type ScannedRecorder } from './scanned';

const searchModels = (keyword: string): Promise<Found[]> =>
  call(deviceModelOptions, { keyword, kind: 'portable' }, { quiet: true });

/** 扫码添加: a scanner types the code of one recorder after the other into the field; each is added as it is read, with the model that was chosen before. */
export function PortableScanDialog({ done, close }: { done: () => void; close: () => void }) {
  const [model, setModel] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [added, setAdded] = useState<ScannedRecorder[]>([]);
  const scanned = readScanned(text);
  return (
    <FormDialog
      endpoint={portableRegister.add}
      input={scanned && { ...scanned, modelId: model }}
      enter
      stay
      touched={text !== ''}
      told={(_, { deviceNo }) => `${deviceNo} 已添加`}
      done={() => {
        if (scanned) setAdded([scanned, ...added]);
        setText('');
        done();
      }}
      close={close}
      title="扫码添加"
      okText="添加"
      cancelText="关闭"
      width={460}
    >
      <AtField name="modelId" label="型号">
        <RemoteSelect label="型号" search={searchModels} value={model} onChange={(id) => setModel(id ?? null)} />
      </AtField>
      <AtField name="deviceNo" label="设备编号">
        <Input
          aria-label="设备编号"
          autoFocus
          maxLength={200}
          placeholder="用扫码枪扫描机身二维码，或输入编号后回车"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </AtField>
      <AtField name="terminalNo">
        {text !== '' && scanned === null ? (
          <p className="kit-dialog-act-fault" role="alert">
            无法识别，请扫描机身上的设备二维码
          </p>
        ) : (
          <p className="td-cap">
            {scanned?.terminalNo
              ? `终端编号 ${scanned.terminalNo}`
              : '二维码中带有终端编号时一并填入；没有时在编辑中补填后才能上报'}
          </p>
        )}
      </AtField>
      {added.length > 0 ? (
        <p className="td-cap">
          已添加 {added.length} 台：{added.map(({ deviceNo }) => deviceNo).join('、')}
        </p>
      ) : null}
    </FormDialog>
  );
}
