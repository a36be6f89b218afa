import { cameraName, mediaEvents, mediaKinds, soundRates } from '@tongda/contract/watch/command/kind';
import { commandMediaSearch, commandMediaUpload, commandSound } from '@tongda/contract/watch/command/unit-calls';
import { Checkbox, InputNumber, Segmented, Select } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../../kit/dialog/act-bar';
import { CommandFrame, ReasonField } from './frame';
import { optionsOf } from './options';
import type { CommandFormProps } from './props';
import { noSpan, SpanField } from './span';

const kinds = optionsOf(mediaKinds);
const events = optionsOf(mediaEvents);
const rates = optionsOf(soundRates);
const channels = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((value) => ({
  value,
  label: value === 0 ? '全部通道' : cameraName(value),
}));

const anyMedia = { mediaKind: 0, channel: 0, event: 0, ...noSpan };
type Wanted = typeof anyMedia;

/** Which of the stored photos, sounds and videos are meant. */
function WantedFields({ value, put }: { value: Wanted; put: (change: Partial<Wanted>) => void }) {
  return (
    <>
      <AtField name="mediaKind" label="类型">
        <Segmented block value={value.mediaKind} options={kinds} onChange={(mediaKind) => put({ mediaKind })} />
      </AtField>
      <div className="watch-command-pair">
        <AtField name="channel" label="通道" htmlFor="command-media-channel">
          <Select
            id="command-media-channel"
            value={value.channel}
            options={channels}
            onChange={(channel) => put({ channel })}
          />
        </AtField>
        <AtField name="event" label="触发事件" htmlFor="command-media-event">
          <Select id="command-media-event" value={value.event} options={events} onChange={(event) => put({ event })} />
        </AtField>
      </div>
      <SpanField value={value} put={put} extra="不填则不限时间" />
    </>
  );
}

/** 检索多媒体: what the terminal has stored. */
export function MediaSearchForm(props: CommandFormProps) {
  const [wanted, setWanted] = useState(anyMedia);
  return (
    <CommandFrame {...props} endpoint={commandMediaSearch} input={wanted} title="检索多媒体" okText="检索">
      <WantedFields value={wanted} put={(change) => setWanted((old) => ({ ...old, ...change }))} />
    </CommandFrame>
  );
}

/** 上传多媒体: stored photos, sounds and videos are sent, or one by its number. */
export function MediaUploadForm(props: CommandFormProps) {
  const [wanted, setWanted] = useState(anyMedia);
  const [one, setOne] = useState(false);
  const [mediaId, setMediaId] = useState<number | null>(null);
  const [remove, setRemove] = useState(false);
  const input = one && mediaId === null ? null : { ...wanted, mediaId: one ? mediaId : null, remove };
  return (
    <CommandFrame {...props} endpoint={commandMediaUpload} input={input} title="上传多媒体" okText="上传">
      <AtField name="one" label="范围">
        <Segmented
          block
          value={one ? 'one' : 'many'}
          options={[
            { value: 'many', label: '按条件' },
            { value: 'one', label: '按编号' },
          ]}
          onChange={(value) => setOne(value === 'one')}
        />
      </AtField>
      {one ? (
        <AtField name="mediaId" label="多媒体编号" htmlFor="command-media-id" extra="“检索多媒体”的应答中有编号">
          <InputNumber id="command-media-id" controls={false} value={mediaId} onChange={setMediaId} />
        </AtField>
      ) : (
        <WantedFields value={wanted} put={(change) => setWanted((old) => ({ ...old, ...change }))} />
      )}
      <Checkbox checked={remove} onChange={(e) => setRemove(e.target.checked)}>
        上传后从终端删除
      </Checkbox>
    </CommandFrame>
  );
}

/** 录音: the terminal records the cabin. */
export function SoundForm(props: CommandFormProps) {
  const [start, setStart] = useState(true);
  const [seconds, setSeconds] = useState<number | null>(30);
  const [save, setSave] = useState(false);
  const [sampleRate, setSampleRate] = useState(0);
  const [reason, setReason] = useState('');
  const input = start && seconds === null ? null : { start, seconds: seconds ?? 30, save, sampleRate, reason };
  return (
    <CommandFrame {...props} endpoint={commandSound} input={input} title="录音" okText={start ? '录音' : '停止'} danger>
      <p>录下驾驶室的声音。请确认有权录音。</p>
      <AtField name="start" label="动作">
        <Segmented
          block
          value={start ? 'on' : 'off'}
          options={[
            { value: 'on', label: '开始录音' },
            { value: 'off', label: '停止录音' },
          ]}
          onChange={(value) => setStart(value === 'on')}
        />
      </AtField>
      {start ? (
        <>
          <div className="watch-command-pair">
            <AtField name="seconds" label="时长" htmlFor="command-seconds">
              <InputNumber id="command-seconds" suffix="秒" controls={false} value={seconds} onChange={setSeconds} />
            </AtField>
            <AtField name="sampleRate" label="采样率" htmlFor="command-rate">
              <Select id="command-rate" value={sampleRate} options={rates} onChange={setSampleRate} />
            </AtField>
          </div>
          <Checkbox checked={save} onChange={(e) => setSave(e.target.checked)}>
            保存在终端，不立即上传
          </Checkbox>
        </>
      ) : null}
      <ReasonField value={reason} put={setReason} />
    </CommandFrame>
  );
}
