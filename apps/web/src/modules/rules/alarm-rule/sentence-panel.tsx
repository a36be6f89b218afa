import { ruleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { ruleFault, ruleSentence } from '@tongda/contract/rules/alarm-rule/words';
import { Form } from 'antd';
import { useMemo } from 'react';
import { Panel } from '../../../kit/detail/panel';
import { useEditScope } from '../../../kit/form/edit-context';
import type { KnownPlace } from '../../ground/place/door';

/** What the rule says, while it is written. */
export function SentencePanel({ kind, known }: { kind: RuleKind; known: readonly KnownPlace[] }) {
  const { form } = useEditScope();
  const params: unknown = Form.useWatch('params', form);
  const sentence = useMemo(() => {
    const parsed = ruleParams[kind].safeParse(params);
    const names = new Map(known.map(({ id, name }) => [id, name]));
    // parsed by the schema of this kind
    return parsed.success && !ruleFault(kind, parsed.data) ? ruleSentence(kind, parsed.data as never, names) : null;
  }, [kind, params, known]);
  return (
    <Panel title="条件">
      {sentence ? (
        <p className="rules-alarm-rule-sentence">{sentence}</p>
      ) : (
        <span className="td-cap">填写必填项后显示</span>
      )}
    </Panel>
  );
}
