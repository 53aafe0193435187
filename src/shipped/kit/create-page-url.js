/** "Contacts" → "/Contacts"; a query goes along: "Contacts?id=1". @param {string} page */
export function createPageUrl(page) {
  return `/${page.replace(/^\//, "")}`;
}
