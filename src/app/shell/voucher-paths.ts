export const isVoucherPage = (path: string): boolean => /^\/(l?v\/|.*voucher|allowed-)/.test(path);
