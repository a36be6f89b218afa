import { ruleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { ruleFault, ruleSentence } from '@tongda/contract/rules/alarm-rule/words';
import { Form } from 'antd';
import { useMemo } from 'react';
import { Panel } from '../../../kit/detail/panel';
import { useEditScope } from '../../../kit/form/edit-context';
import { type KnownPlace, usePlaceNames } from '../../ground/place/door';

/** What the rule says, while it is written. */
export function SentencePanel({ kind, known }: { kind: RuleKind; known: readonly KnownPlace[] }) {
  const { form } = useEditScope();
  const params: unknown = Form.useWatch('params', form);
  const namesNow = usePlaceNames(known);
  const sentence = useMemo(() => {
    const parsed = ruleParams[kind].safeParse(params);
    return parsed.success && !ruleFault(kind, parsed.data)
      ? // parsed by the schema of this kind
        ruleSentence(kind, parsed.data as never, namesNow())
      : null;
  }, [kind, params, namesNow]);
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
