export const savedViews = {
  views: 'Views',
  save: 'Save this view',
  saveAbout: 'The filters that are set now. You find them under this name in every browser.',
  name: 'Name of the view',
  nameMissing: 'Give the view a name.',
  saved: (name: string) => `The view ${name} is saved.`,
  remove: 'Delete a view',
  removeOne: (name: string) => `Delete ${name}`,
  removed: (name: string) => `The view ${name} is deleted.`,
  delete: 'Delete',
};
