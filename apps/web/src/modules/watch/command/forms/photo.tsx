import { commandPhoto } from '@tongda/contract/watch/command/calls';
import { cameraName, cameraNames, photoSizes } from '@tongda/contract/watch/command/kind';
import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../../kit/dialog/act-bar';
import { CommandFrame } from './frame';
import type { CommandFormProps } from './props';

const videoChannels = [1, 2, 3, 4, 5, 6, 7, 8];
const channels = [...videoChannels, ...Object.keys(cameraNames).map(Number)].map((value) => ({
  value,
  label: cameraName(value),
}));
const sizes = Object.entries(photoSizes).map(([value, label]) => ({ value, label }));

/** 拍照: one picture of one camera, which is shown when it arrives. */
export function PhotoForm(props: CommandFormProps) {
  const [channel, setChannel] = useState(1);
  const [size, setSize] = useState('2');
  return (
    <CommandFrame
      {...props}
      endpoint={commandPhoto}
      input={{ channel, resolution: Number(size) }}
      title="拍照"
      okText="拍照"
    >
      <AtField name="channel" label="摄像头" htmlFor="command-channel" extra="照片上传后显示在这里和车辆的指令记录中">
        <Select id="command-channel" value={channel} options={channels} onChange={setChannel} />
      </AtField>
      <AtField name="resolution" label="尺寸">
        <Segmented block value={size} options={sizes} onChange={setSize} />
      </AtField>
    </CommandFrame>
  );
}
