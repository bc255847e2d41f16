/** Whether a page is one of those that the bars' entry 'Voucher' stands for, by its path. */
export const isVoucherPage = (path: string): boolean => /^\/(l?v\/|.*voucher|allowed-)/.test(path);
