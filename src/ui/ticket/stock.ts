/** What a ticket is printed on, as `data-stock`: the reveal method, a payment, or used up. */
export type Stock = 'views' | 'time' | 'lottery' | 'pay' | 'used';
