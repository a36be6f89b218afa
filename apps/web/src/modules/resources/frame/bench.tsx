import { type FrameShown, frameKind, frameParse } from '@tongda/contract/resources/frame/calls';
import { itemProfileOptions, standardProfile } from '@tongda/contract/resources/item-profile/calls';
import { Button, Form, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { Empty } from '../../../kit/show/states';
import { FrameView } from './fields';

/** 离线解析: paste what a terminal sent, and see each field of it, or why a gateway refuses it. */
export function ParseBench() {
  const [hex, setHex] = useState('');
  const [form, setForm] = useState<'frame' | 'body'>('frame');
  const [msgId, setMsgId] = useState('0200');
  const [edition, setEdition] = useState<'2013' | '2019'>('2013');
  const [profile, setProfile] = useState(standardProfile);
  const profiles = useAsk(itemProfileOptions, undefined).data ?? [];
  const [pieces, setPieces] = useState<readonly FrameShown[] | null>(null);
  const [chosen, setChosen] = useState(0);
  const parse = useAct(() => call(frameParse, { hex, profile, edition, ...(form === 'body' ? { msgId } : {}) }), {
    done: (answer) => {
      setPieces(answer);
      setChosen(0);
    },
  });
  return (
    <div className="resources-frame-bench">
      <Form layout="vertical" className="resources-frame-paste">
        <Form.Item
          label="报文"
          htmlFor="frame-hex"
          extra="JT/T 808、苏标、JT/T 1078 信令；可粘贴多帧，空格、换行、逗号和0x会去掉"
        >
          <Input.TextArea
            id="frame-hex"
            rows={10}
            value={hex}
            spellCheck={false}
            placeholder="7E 02 00 … 7E"
            onChange={(e) => setHex(e.target.value)}
          />
        </Form.Item>
        <Form.Item label="内容">
          <Segmented
            block
            options={[
              { value: 'frame', label: '完整报文' },
              { value: 'body', label: '只有消息体' },
            ]}
            value={form}
            onChange={setForm}
          />
        </Form.Item>
        {form === 'body' ? (
          <div className="resources-frame-pair">
            <Form.Item label="消息ID" htmlFor="frame-msg-id">
              <Input id="frame-msg-id" maxLength={6} value={msgId} onChange={(e) => setMsgId(e.target.value)} />
            </Form.Item>
            <Form.Item label="协议版本" htmlFor="frame-edition">
              <Select
                id="frame-edition"
                value={edition}
                options={[
                  { value: '2013', label: '2011/2013版' },
                  { value: '2019', label: '2019版' },
                ]}
                onChange={setEdition}
              />
            </Form.Item>
          </div>
        ) : null}
        <Form.Item label="附加信息的含义" htmlFor="frame-profile">
          <Select
            id="frame-profile"
            value={profile}
            options={profiles.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={setProfile}
          />
        </Form.Item>
        <Button type="primary" disabled={hex.trim() === ''} loading={parse.busy} onClick={() => void parse.run()}>
          解析
        </Button>
      </Form>
      <section className="resources-frame-result">
        {pieces === null ? (
          <Empty
            title="还没有解析"
            text="粘贴终端的报文后点击解析，可以看到每个字段的位置、名称和值，或者被拒绝的原因"
          />
        ) : (
          <>
            {pieces.length > 1 ? (
              <Segmented
                className="resources-frame-pieces"
                options={pieces.map((piece, i) => ({ value: i, label: titleOf(piece, i) }))}
                value={chosen}
                onChange={setChosen}
              />
            ) : null}
            {pieces[chosen] ? <FrameView frame={pieces[chosen]} /> : null}
          </>
        )}
      </section>
    </div>
  );
}

const titleOf = ({ kind, msgId, name, faults }: FrameShown, i: number): string =>
  `${i + 1} ${msgId === '' || kind === 'whole' ? frameKind.label(kind) : name}${faults.length > 0 ? '（有错误）' : ''}`;
