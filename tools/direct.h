/* Comes before all C that mypyc writes (tools/compile.py), and stands in for some functions of Python.

   A decision makes a dozen short lists, some forty small ints, and several calls of verbs. For each of them Python has
   a function that is right for everything, and far away: in another library. Here is what nearly always happens, so
   that it is done in place; all else still goes to Python's function. */

#ifndef PY_SSIZE_T_CLEAN
#define PY_SSIZE_T_CLEAN
#endif
#include <Python.h>

/* Calls.
   Rules call verbs, and most verbs are compiled functions. Here these are called as they are. PyObject_Vectorcall would
   come to the same by way of two functions more: one looks how it can be called, and checks the result; one counts how
   deep the calls are nested, which compiled functions that call one another do not, either. */

static inline PyObject *
call_directly(PyObject *callable, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    if (PyCFunction_CheckExact(callable)) {
        PyCFunction function = PyCFunction_GET_FUNCTION(callable);
        int flags = PyCFunction_GET_FLAGS(callable);
        if (flags == (METH_FASTCALL | METH_KEYWORDS))
            return ((_PyCFunctionFastWithKeywords)(void (*)(void))function)(
                PyCFunction_GET_SELF(callable), args, PyVectorcall_NARGS(nargsf), kwnames);
        if (flags == METH_NOARGS && PyVectorcall_NARGS(nargsf) == 0 && kwnames == NULL)  /* as `random` is */
            return function(PyCFunction_GET_SELF(callable), NULL);
    }
    PyTypeObject *type = Py_TYPE(callable);
    if (PyType_HasFeature(type, Py_TPFLAGS_HAVE_VECTORCALL)) {  /* as nested functions have */
        vectorcallfunc function = *(vectorcallfunc *)((char *)callable + type->tp_vectorcall_offset);
        if (function != NULL)
            return function(callable, args, nargsf, kwnames);
    }
    return PyObject_Vectorcall(callable, args, nargsf, kwnames);
}

#define PyObject_Vectorcall call_directly

/* The rest looks into lists and counts references, which is known to be right for these versions of Python; where
   several threads run at once, or a Python for debugging counts for itself, it would not be. */
#if defined(__GNUC__) && PY_VERSION_HEX < 0x030E0000 \
    && !defined(Py_GIL_DISABLED) && !defined(Py_REF_DEBUG) && !defined(Py_TRACE_REFS)

#define SHARED __attribute__((weak))  /* the same for all files, though each has it from here */
#define ASIDE SHARED __attribute__((noinline))  /* rare, or long: called */

/* Ints.
   Of the small ones Python has one each, for all. They are looked up here once they were asked for. */

enum { LEAST_INT = -5, MOST_INT = 256 };

SHARED PyObject *small_ints[MOST_INT - LEAST_INT + 1];

static inline int
is_small(long long number)
{
    return LEAST_INT <= number && number <= MOST_INT;
}

ASIDE PyObject *
make_int(long long number)
{
    PyObject *made = PyLong_FromLongLong(number);
    if (is_small(number)) {
        Py_XINCREF(made);
        small_ints[number - LEAST_INT] = made;
    }
    return made;
}

static inline PyObject *
int_of(long long number)
{
    PyObject *known = is_small(number) ? small_ints[number - LEAST_INT] : NULL;
    if (known == NULL)
        return make_int(number);
    Py_INCREF(known);
    return known;
}

#define PyLong_FromLong int_of
#define PyLong_FromLongLong int_of
#define PyLong_FromSsize_t int_of

/* Most that is looked for in a list is an int among ints, and most of these have one digit. */

static inline int
is_short(PyObject *object)
{
#if PY_VERSION_HEX >= 0x030C0000
    return PyLong_CheckExact(object) && PyUnstable_Long_IsCompact((PyLongObject *)object);
#else
    return PyLong_CheckExact(object) && Py_SIZE(object) <= 1 && Py_SIZE(object) >= -1;
#endif
}

static inline Py_ssize_t
number_of(PyObject *object)
{
#if PY_VERSION_HEX >= 0x030C0000
    return PyUnstable_Long_CompactValue((PyLongObject *)object);
#else
    return Py_SIZE(object) * (Py_ssize_t)((PyLongObject *)object)->ob_digit[0];
#endif
}

static inline int
compare(PyObject *one, PyObject *other, int how)
{
    if (how == Py_EQ && is_short(one) && is_short(other))
        return one == other || number_of(one) == number_of(other);
    return PyObject_RichCompareBool(one, other, how);
}

ASIDE int
contains(PyObject *where, PyObject *what)
{
    if (!PyList_CheckExact(where) || !is_short(what))
        return PySequence_Contains(where, what);
    PyObject **items = ((PyListObject *)where)->ob_item;
    Py_ssize_t number = number_of(what);
    for (Py_ssize_t place = 0; place < Py_SIZE(where); place++) {
        if (!is_short(items[place]))  /* to compare it may be anything, even a change of the list */
            return PySequence_Contains(where, what);
        if (number_of(items[place]) == number)
            return 1;
    }
    return 0;
}

#define PyObject_RichCompareBool compare
#define PySequence_Contains contains

/* Lists.
   One that nobody needs any more is emptied and put aside, with the memory for its items if that is little, and is used
   for the next that is made. To Python it is an empty list that somebody has: the collector of garbage need not hear
   of its end, nor of its beginning. */

enum {
    MOST_SPARE = 256,
    LEAST_ROOM = 8,  /* for items, in a list that is made here */
    MOST_ROOM = 16,  /* in a spare list: whatever it is used for next has it, and may need none */
};

SHARED PyListObject *spare_lists[MOST_SPARE];
SHARED int spares;

/* The end of whatever has no reference any more, or is about to lose the last. */
ASIDE void
end_of(PyObject *object)
{
    if (!PyList_CheckExact(object) || spares == MOST_SPARE) {
        Py_SET_REFCNT(object, 0);
        Py_TYPE(object)->tp_dealloc(object);
        return;
    }
    PyListObject *list = (PyListObject *)object;
    Py_SET_REFCNT(list, 1);
    for (Py_ssize_t left = Py_SIZE(list); left-- > 0; ) {
        PyObject *item = list->ob_item[left];
        Py_SET_SIZE(list, left);
        Py_XDECREF(item);  /* Python's own, which is safe however deep lists are nested */
    }
    if (list->allocated > MOST_ROOM) {
        PyMem_Free(list->ob_item);
        list->ob_item = NULL;
        list->allocated = 0;
    }
    if (spares < MOST_SPARE)  /* still: lists may have come to an end with their items */
        spare_lists[spares++] = list;
    else
        Py_DECREF(list);
}

static inline void
let_go(PyObject *object)
{
    if (Py_REFCNT(object) == 1)
        end_of(object);
    else
        Py_DECREF(object);
}

static inline void
let_go_if_any(PyObject *object)
{
    if (object != NULL)
        let_go(object);
}

ASIDE PyListObject *
make_room(PyListObject *spare, Py_ssize_t room)
{
    PyListObject *list = spare != NULL ? spare : (PyListObject *)PyList_New(0);
    if (list == NULL)
        return NULL;
    if (room < LEAST_ROOM)
        room = LEAST_ROOM;
    PyObject **items = list->ob_item;
    PyMem_Resize(items, PyObject *, room);
    if (items == NULL) {
        Py_DECREF(list);
        PyErr_NoMemory();
        return NULL;
    }
    list->ob_item = items;
    list->allocated = room;
    return list;
}

/* An empty list with room for so many items. */
static inline PyListObject *
list_with_room(Py_ssize_t room)
{
    PyListObject *spare = spares > 0 ? spare_lists[--spares] : NULL;
    return spare != NULL && room <= spare->allocated ? spare : make_room(spare, room);
}

/* Put items at the end of a list that has room for them. */
static inline void
add_items(PyListObject *list, PyObject **items, Py_ssize_t many)
{
    PyObject **end = list->ob_item + Py_SIZE(list);
    for (Py_ssize_t place = 0; place < many; place++) {
        Py_INCREF(items[place]);
        end[place] = items[place];
    }
    Py_SET_SIZE(list, Py_SIZE(list) + many);
}

static inline PyObject *
new_list(Py_ssize_t size)
{
    PyListObject *list = list_with_room(size);
    if (list == NULL)
        return NULL;
    for (Py_ssize_t place = 0; place < size; place++)
        list->ob_item[place] = NULL;
    Py_SET_SIZE(list, size);
    return (PyObject *)list;
}

static inline int
append(PyObject *list, PyObject *item)
{
    if (Py_SIZE(list) >= ((PyListObject *)list)->allocated)
        return PyList_Append(list, item);
    add_items((PyListObject *)list, &item, 1);
    return 0;
}

ASIDE int
extend(PyObject *list, PyObject *items)
{
    if (PyList_CheckExact(items) && Py_SIZE(list) + Py_SIZE(items) <= ((PyListObject *)list)->allocated) {
        add_items((PyListObject *)list, ((PyListObject *)items)->ob_item, Py_SIZE(items));
        return 0;
    }
    return PyList_SetSlice(list, PY_SSIZE_T_MAX, PY_SSIZE_T_MAX, items);
}

ASIDE PyObject *
slice(PyObject *list, Py_ssize_t first, Py_ssize_t end)
{
    first = first < 0 ? 0 : first;
    end = end > Py_SIZE(list) ? Py_SIZE(list) : end;
    Py_ssize_t many = end > first ? end - first : 0;
    PyListObject *made = list_with_room(many);
    if (made != NULL && many > 0)
        add_items(made, ((PyListObject *)list)->ob_item + first, many);
    return (PyObject *)made;
}

ASIDE PyObject *
list_of(PyObject *items)
{
    return PyList_CheckExact(items) ? slice(items, 0, Py_SIZE(items)) : PySequence_List(items);
}

ASIDE PyObject *
joined(PyObject *one, PyObject *other)
{
    if (!PyList_CheckExact(one) || !PyList_CheckExact(other))
        return PySequence_Concat(one, other);
    PyListObject *made = list_with_room(Py_SIZE(one) + Py_SIZE(other));
    if (made != NULL) {
        add_items(made, ((PyListObject *)one)->ob_item, Py_SIZE(one));
        add_items(made, ((PyListObject *)other)->ob_item, Py_SIZE(other));
    }
    return (PyObject *)made;
}

/* What is taken out of a list leaves room for the next that comes: zones lose and get cards all the time. */

static inline int
may_keep_room(PyListObject *list)
{
    return list->allocated <= MOST_ROOM || Py_SIZE(list) > list->allocated >> 1;
}

PyObject *CPyList_PopLast(PyObject *list);
PyObject *CPyList_Pop(PyObject *list, size_t index);

static inline PyObject *
pop_last(PyObject *object)
{
    PyListObject *list = (PyListObject *)object;
    Py_ssize_t last = Py_SIZE(list) - 1;
    if (last < 0 || !may_keep_room(list))
        return CPyList_PopLast(object);
    Py_SET_SIZE(list, last);
    return list->ob_item[last];
}

/* The place is an int as mypyc has it: twice the number, or a Python int. */
static inline PyObject *
pop_at(PyObject *object, size_t index)
{
    PyListObject *list = (PyListObject *)object;
    Py_ssize_t place = (Py_ssize_t)index >> 1, last = Py_SIZE(list) - 1;
    if (index & 1 || place < 0 || place > last || !may_keep_room(list))
        return CPyList_Pop(object, index);
    PyObject *item = list->ob_item[place];
    for (; place < last; place++)
        list->ob_item[place] = list->ob_item[place + 1];
    Py_SET_SIZE(list, last);
    return item;
}

#undef Py_DECREF
#undef Py_XDECREF
#define Py_DECREF(object) let_go((PyObject *)(object))
#define Py_XDECREF(object) let_go_if_any((PyObject *)(object))
#define _Py_Dealloc end_of
#define PyList_New new_list
#define PyList_Append append
#define PyList_GetSlice slice
#define PySequence_List list_of
#define PySequence_Concat joined
#if PY_VERSION_HEX < 0x030D00A2
/* That is how mypyc extends a list, as long as Python has no function for it. */
#define PyList_SetSlice(list, first, end, items) \
    ((first) == PY_SSIZE_T_MAX ? extend(list, items) : PyList_SetSlice(list, first, end, items))
#else
#define PyList_Extend extend
#endif

#else
#define pop_last CPyList_PopLast
#define pop_at CPyList_Pop
#endif
