import { describe, expect, it } from 'vitest';
import { ageOn, birthOf, creditCodeFits, mobile, optionalIdCard, optionalPhone, sexOf } from './identity-numbers';
import { isMasked, maskIdCard, maskPhone, maskVin } from './mask';

describe('identity cards', () => {
  it('are right by their check digit (GB 11643, worked example 11010519491231002X)', () => {
    expect([birthOf('11010519491231002X'), sexOf('11010519491231002X')]).toEqual(['1949-12-31', 2]);
    expect(birthOf('110105194912310021')).toBeNull();
    expect(birthOf('11010519491331002X')).toBeNull();
    expect(sexOf('440524188001010014')).toBe(1);
  });
  it('blank becomes null, small x becomes X, wrong ones are told', () => {
    expect(optionalIdCard.parse('')).toBeNull();
    expect(optionalIdCard.parse('11010519491231002x')).toBe('11010519491231002X');
    expect(optionalIdCard.safeParse('123').error?.issues[0]?.message).toBe('请输入正确的18位身份证号');
  });
  it('ages count full years', () => {
    expect([ageOn('1990-06-15', '2026-06-14'), ageOn('1990-06-15', '2026-06-15')]).toEqual([35, 36]);
  });
});

describe('unified social credit codes', () => {
  it.each(['91350100M000100Y43', '911100007109250324'])('%s fits', (code) => expect(creditCodeFits(code)).toBe(true));
  it.each(['91350100M000100Y44', '911100007109250325', '9135'])('%s does not', (code) =>
    expect(creditCodeFits(code)).toBe(false),
  );
});

describe('masks', () => {
  it('keep the ends and are known as masks', () => {
    expect([maskPhone('13800138000'), maskPhone('021-62345678'), maskIdCard('11010519491231002X')]).toEqual([
      '138****8000',
      '021*****5678',
      '110*************2X',
    ]);
    expect(maskVin('LSVAM4187C2184841')).toBe('LSV**********4841');
    expect([isMasked(maskPhone('13800138000')), isMasked('13800138000')]).toEqual([true, false]);
  });
  it('pass the rules, so that a form can be saved by who does not see them', () => {
    expect(mobile.safeParse('138****8000').success).toBe(true);
    expect(optionalPhone.safeParse('021*****5678').success).toBe(true);
    expect(mobile.safeParse('138*8000').success).toBe(false);
  });
});
