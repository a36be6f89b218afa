import { type EditionRow, editionPreview, type InstructValues } from '@tongda/contract/watch/command/edition';
import { Button, Form } from 'antd';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '../../../kit/dialog/form';
import { copyText } from '../../../kit/show/copy';
import { startOf, ValuesFields } from './values-fields';
import './styles.css';

const spaced = (hex: string): string => hex.toUpperCase().replace(/(..)(?=.)/gu, '$1 ');

/** 预览: the message of a command with sample values, as it stands on the wire. */
export function PreviewDialog({ edition, close }: { edition: EditionRow; close: () => void }) {
  const { msgId, protocol, params } = edition;
  const [values, setValues] = useState<InstructValues>(() => startOf(params));
  const [shown, setShown] = useState<{ body: string; frame: string; bytes: number } | null>(null);
  return (
    <FormDialog
      endpoint={editionPreview}
      input={{ msgId, protocol, params, values }}
      touched={false}
      stay
      done={setShown}
      close={close}
      title={`预览 ${edition.name} v${edition.editionNo}`}
      okText="生成报文"
      cancelText="关闭"
      width={560}
    >
      <Form layout="vertical">
        {params.length === 0 ? (
          <p className="watch-command-to">该指令没有参数</p>
        ) : (
          <ValuesFields params={params} values={values} put={setValues} />
        )}
      </Form>
      {shown ? (
        <dl className="watch-command-one" aria-live="polite">
          <dt>消息体</dt>
          <dd className="watch-command-hex">
            {shown.body === '' ? '空' : `${spaced(shown.body)}（${shown.bytes}字节）`}
          </dd>
          <dt>完整帧</dt>
          <dd className="watch-command-hex">
            {spaced(shown.frame)}
            <Button
              type="text"
              size="small"
              icon={<Copy />}
              aria-label="复制完整帧"
              onClick={() => copyText(shown.frame.toUpperCase())}
            />
          </dd>
        </dl>
      ) : null}
    </FormDialog>
  );
}
