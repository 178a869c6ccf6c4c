import type { PageWords } from './words.ts';

export const ja: PageWords = {
  notFoundTitle: '請求書が見つかりません',
  notFoundText:
    'このアドレスに請求書はありません。リンクを確認するか、送信者に新しいリンクを依頼してください。',
  tooManyTitle: 'リクエストが多すぎます',
  tooManyText:
    'お使いのネットワークからのリクエストが多すぎます。1分ほど待ってから、このページを再読み込みしてください。',
  noPdfTitle: '現在 PDF を利用できません',
  noPdfText: '1分ほど待ってからもう一度お試しになるか、請求書のページに戻って印刷してください。',
  title: (number) => `請求書 ${number}`,
  status: {
    open: '未払い',
    processing: '処理中',
    paid: '支払い済み',
    expired: '期限切れ',
    void: '無効',
  },
  issued: '発行日',
  taxId: (id) => `税務番号：${id}`,
  description: '品目',
  quantity: '数量',
  unitPrice: '単価',
  amount: '金額',
  total: '合計',
  payNow: '今すぐ支払う',
  oneMoment: '少々お待ちください…',
  viewPayment: 'お支払いを見る',
  confirming: 'お支払いを確認しています。このページは自動的に更新されます。',
  voided: (shop) => `この請求書は${shop}により取り消されました。お支払いは不要です。`,
  expired: (date, shop) =>
    `この請求書のお支払い期限（${date}）は過ぎたため、お支払いいただけません。${shop}に新しい請求書を依頼してください。`,
  unavailable: (shop) =>
    `この請求書は現在お支払いいただけません。後でもう一度お試しいただくか、${shop}にお問い合わせください。`,
  payment: 'お支払い',
  viewReceipt: '領収書を見る',
  downloadPdf: 'PDF をダウンロード',
  print: '印刷',
  language: '言語',
  changeLanguage: '言語を変更',
  payOnline: (url) => `オンラインでのお支払い：${url}`,
  pageOf: (page, pages) => `${page} / ${pages} ページ`,
  error: {
    paid: 'この請求書はすでに支払い済みです。重ねて請求されることはありません。',
    closed: 'この請求書はお支払いいただけなくなりました。',
    tooMany: '試行回数が多すぎます。1 分待ってからもう一度お試しください。',
    unreachable: '接続できませんでした。通信環境を確認して、もう一度お試しください。',
    other: '問題が発生しました。しばらくしてからもう一度お試しください。二重に請求されることはありません。',
  },
};
